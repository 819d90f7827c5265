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
  release: "--step-release",
  enqueue: "--step-queue",
  answer: "--step-think",
};
const OTHER_STEP = "--ink-faint";

const PARTS = {
  ink: "--ink",
  soft: "--ink-soft",
  line: "--line",
  ground: "--room",
  gap: "--lab-gap",
  stale: "--lab-gap-stale",
  bad: "--bad",
  lamp: "--lamp-ink",
  surface: "--surface",
} as const;

export type Palette = Record<keyof typeof PARTS, string> & {
  step: (name: string) => string;
  font: string;
};

export function stepColour(name: string): string {
  return `var(${STEP_COLOURS[name] ?? OTHER_STEP})`;
}

export function readPalette(probe: HTMLElement): Palette {
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
    ink: resolve(PARTS.ink),
    soft: resolve(PARTS.soft),
    line: resolve(PARTS.line),
    ground: resolve(PARTS.ground),
    gap: resolve(PARTS.gap),
    stale: resolve(PARTS.stale),
    bad: resolve(PARTS.bad),
    lamp: resolve(PARTS.lamp),
    surface: resolve(PARTS.surface),
    step: (name) => resolve(STEP_COLOURS[name] ?? OTHER_STEP),
    font: getComputedStyle(probe).fontFamily,
  };
}

/** Calls back when the visitor's or the system's theme changes. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", changed);
  };
}
