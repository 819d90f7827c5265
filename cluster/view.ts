/**
 * The terminal's view of the cluster: every part, who leads, who follows and how far behind, and sales per second; keys
 * to kill, freeze and bring back each. Without a terminal it writes a line whenever something has changed.
 */
import { emitKeypressEvents } from "node:readline";
import type { Cluster } from "./cluster";
import { createCrowd } from "./crowd";
import type { Condition, Part } from "./part";
import { countSales, type PartState, readState } from "./state";
import { switchOver } from "./switch-over";

const LOOK_EVERY_MS = 500;
const WIDTH = 80;
const BOLD = "\x1b[1m";
const DIM = "\x1b[2m";
const PLAIN = "\x1b[0m";
const COLOURS: Record<Condition, string> = { running: "\x1b[32m", frozen: "\x1b[36m", down: "\x1b[31m" };
const SIGNS: Record<Condition, string> = { running: "●", frozen: "❄", down: "✕" };
const KEYS = "↑↓ choose   k kill   f freeze   b bring back   t stop (SIGTERM)   s switch over";
const MORE_KEYS = "c buyers on or off   q quit";

export interface Seen {
  url: string;
  state: PartState[];
  salesPerSecond: number;
  chosen: number;
  note: string;
}

/** Resolves when the person has seen enough. */
export async function watchCluster(cluster: Cluster): Promise<void> {
  const terminal = process.stdin.isTTY && process.stdout.isTTY;
  const crowd = createCrowd(cluster);
  let chosen = 0;
  let note = "";
  const rate = createRate();
  let latest: Seen = { url: cluster.url, state: [], salesPerSecond: 0, chosen, note };
  const quit = new Promise<void>((resolve) => {
    if (!terminal) return;
    emitKeypressEvents(process.stdin);
    process.stdin.setRawMode(true);
    process.stdin.on("keypress", (_, { name, ctrl }: { name?: string; ctrl?: boolean }) => {
      if (name === "q" || (ctrl && name === "c")) resolve();
      else press(name ?? "");
      draw();
    });
  });
  let looking = true;
  const looked = (async () => {
    let lines = "";
    while (looking) {
      const [state, sales] = await Promise.all([readState(cluster), countSales(cluster)]);
      const salesPerSecond = rate(sales);
      latest = { ...latest, state, salesPerSecond };
      if (terminal) draw();
      else {
        const now = changesAsLines(state);
        if (now !== lines) console.log(now);
        lines = now;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  })();
  await quit;
  looking = false;
  await Promise.all([looked, crowd.stop()]);
  process.stdin.setRawMode(false);
  process.stdin.pause();

  function press(key: string): void {
    const part = cluster.parts[chosen];
    if (!part) return;
    const count = cluster.parts.length;
    if (key === "up") chosen = (chosen + count - 1) % count;
    if (key === "down") chosen = (chosen + 1) % count;
    if (key === "k") act(`${part.name} is killed`, part.kill());
    if (key === "f") act(`${part.name} is frozen`, Promise.resolve(part.freeze()));
    if (key === "b") act(`${part.name} is brought back`, part.bringBack());
    if (key === "t") act(`${part.name} is asked to stop`, part.stop());
    if (key === "s") act("the primary hands over", switchOver(cluster));
    if (key === "c") act(crowd.isThere() ? "the buyers go" : "buyers come", crowd.toggle());
  }

  function act(what: string, doing: Promise<unknown>): void {
    note = `${what} …`;
    doing.then(
      () => {
        note = what;
      },
      (error: Error) => {
        note = error.message;
      },
    );
  }

  function draw(): void {
    process.stdout.write(
      `\x1b[H\x1b[J${drawView({ ...latest, state: latest.state.map(asOfNow), chosen, note })}\n`,
    );
  }
}

/** Whoever has just been killed or frozen is shown so before the others have answered. */
function asOfNow(seen: PartState): PartState {
  return { ...seen, condition: seen.part.condition() };
}

/** Lines of at most 80 columns. */
export function drawView({ url, state, salesPerSecond, chosen, note }: Seen): string {
  const lines = [
    `${BOLD}Last Seat, as a cluster${PLAIN}   ${url}   ${BOLD}${salesPerSecond.toFixed(0)}${PLAIN} sales/s`,
    "",
    ...state.flatMap((one, at) => {
      const line = drawPart(one, at === chosen);
      const first = at > 0 && state[at - 1]?.part.kind !== one.part.kind;
      return first ? ["", line] : [line];
    }),
    "",
    fitted(note),
    `${DIM}${KEYS}${PLAIN}`,
    `${DIM}${MORE_KEYS}${PLAIN}`,
  ];
  return lines.join("\n");
}

function drawPart({ part, condition, role, detail }: PartState, isChosen: boolean): string {
  const mark = isChosen ? `${BOLD}›${PLAIN}` : " ";
  const sign = `${COLOURS[condition]}${SIGNS[condition]}${PLAIN}`;
  const said = condition === "running" ? role || "does not answer" : condition;
  const leads = role === "primary" || role === "leader" || role === "master";
  const name = isChosen ? `${BOLD}${part.name.padEnd(13)}${PLAIN}` : part.name.padEnd(13);
  const shown = leads ? `${BOLD}${said.padEnd(16)}${PLAIN}` : said.padEnd(16);
  return `${mark} ${sign} ${name}${shown}${DIM}${fitted(detail, WIDTH - 33)}${PLAIN}`;
}

function fitted(text: string, width = WIDTH): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

function changesAsLines(state: PartState[]): string {
  return state
    .map(
      ({ part, condition, role }) =>
        `${part.name} ${condition === "running" ? role || "does not answer" : condition}`,
    )
    .join(", ");
}

/** Sales per second since it was last asked; a node that was started again counts from nothing. */
function createRate(): (sales: Map<Part["name"], number>) => number {
  let before = new Map<string, number>();
  let atMs = performance.now();
  return (sales) => {
    const sold = [...sales].reduce(
      (sum, [name, count]) => sum + Math.max(0, count - (before.get(name) ?? count)),
      0,
    );
    const nowMs = performance.now();
    const perSecond = (sold * 1000) / (nowMs - atMs);
    before = sales;
    atMs = nowMs;
    return perSecond;
  };
}
