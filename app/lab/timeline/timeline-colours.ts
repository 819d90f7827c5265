/**
 * A canvas cannot read `var(--step-check)`: the colours of the theme are resolved once, on an element that is
 * not shown, and again whenever the theme changes.
 */
const STEP_COLOURS: Readonly<Record<string, string>> = {
  check: "--step-look",
  think: "--step-think",
  write: "--step-write",
  commit: "--step-commit",
  acquire: "--step-lock",
  lock: "--step-lock",
  guard: "--step-lock",
  renew: "--step-renew",
  fence: "--step-fence",
  "ask-owner": "--step-release",
  release: "--step-release",
  enqueue: "--step-queue",
  answer: "--step-think",
  hold: "--step-lock",
  extend: "--step-renew",
  "let-go": "--step-release",
  confirm: "--step-write",
  book: "--step-write",
  cancel: "--step-look",
};
const OTHER_STEP = "--ink-faint";

const COLOUR_VARIABLES = {
  ink: "--ink",
  soft: "--ink-soft",
  line: "--line",
  ground: "--auditorium",
  gap: "--lab-gap",
  stale: "--lab-gap-stale",
  bad: "--bad",
  good: "--good",
  onStep: "--on-step",
  lamp: "--lamp-ink",
} as const;

export type TimelineColours = Record<keyof typeof COLOUR_VARIABLES, string> & {
  step: (name: string) => string;
  font: string;
  /** Few colours are left where the system forces its own. */
  outlined: boolean;
};

export function stepColour(name: string): string {
  return `var(${STEP_COLOURS[name] ?? OTHER_STEP})`;
}

export function readColours(probe: HTMLElement): TimelineColours {
  const resolved = new Map<string, string>();
  const resolve = (variable: string) => {
    const known = resolved.get(variable);
    if (known) return known;
    probe.style.color = `var(${variable})`;
    const colour = getComputedStyle(probe).color;
    resolved.set(variable, colour);
    return colour;
  };
  return {
    ink: resolve(COLOUR_VARIABLES.ink),
    soft: resolve(COLOUR_VARIABLES.soft),
    line: resolve(COLOUR_VARIABLES.line),
    ground: resolve(COLOUR_VARIABLES.ground),
    gap: resolve(COLOUR_VARIABLES.gap),
    stale: resolve(COLOUR_VARIABLES.stale),
    bad: resolve(COLOUR_VARIABLES.bad),
    good: resolve(COLOUR_VARIABLES.good),
    onStep: resolve(COLOUR_VARIABLES.onStep),
    lamp: resolve(COLOUR_VARIABLES.lamp),
    step: (name) => resolve(STEP_COLOURS[name] ?? OTHER_STEP),
    font: getComputedStyle(probe).fontFamily,
    outlined: matchMedia(FORCED_COLOURS).matches,
  };
}

const FORCED_COLOURS = "(forced-colors: active)";

/** Calls back when the buyer's or the system's theme changes. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const system = ["(prefers-color-scheme: dark)", FORCED_COLOURS].map((query) => matchMedia(query));
  for (const query of system) query.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    for (const query of system) query.removeEventListener("change", changed);
  };
}
