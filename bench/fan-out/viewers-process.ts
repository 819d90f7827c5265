/** The viewers' process: opens a crowd of them, notes when each packet arrived, and reckons it against the commits. */
import { openViewer, type RawViewer } from "./raw-viewer";

export type ViewersOrder =
  | { order: "open"; port: number; showId: string; viewers: number }
  /** Forget what was seen so far. */
  | { order: "begin" }
  /** How many viewers are at this version by now. */
  | { order: "count"; version: number }
  /** `commits[n]` is when version `base + 1 + n` was committed, in epoch milliseconds. */
  | { order: "report"; base: number; commits: number[] }
  | { order: "close" };

export interface ViewersReport {
  /** From commit to arrival, over every viewer and every change; infinite when it had not arrived by now. */
  p50Ms: number;
  p99Ms: number;
  packets: number;
  bytes: number;
  /** Share of changes that had reached their viewers. */
  delivered: number;
}

/** Arrivals are counted in steps of this many milliseconds, up to a minute. */
const STEP_MS = 0.25;
const STEPS = 60_000 / STEP_MS;
/** Connections opened at a time. */
const AT_ONCE = 50;

interface Packet {
  viewer: number;
  to: number;
  at: number;
}

let open: RawViewer[] = [];
/** The version each viewer is at. */
let reached: number[] = [];
let packets: Packet[] = [];
let bytes = 0;

process.on("message", async (order: ViewersOrder) => {
  switch (order.order) {
    case "open":
      await openAll(order.port, order.showId, order.viewers);
      return process.send?.("opened");
    case "begin":
      packets = [];
      bytes = 0;
      return process.send?.("begun");
    case "count":
      return process.send?.(reached.filter((version) => version >= order.version).length);
    case "report":
      return process.send?.(report(order.base, order.commits));
    case "close":
      for (const viewer of open) viewer.close();
      open = [];
      reached = [];
      return process.send?.("closed");
  }
});

async function openAll(port: number, showId: string, viewers: number): Promise<void> {
  for (let first = 0; first < viewers; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, viewers - first) }, (_, at) => first + at);
    const opened = await Promise.all(
      numbers.map((viewer) =>
        openViewer(port, showId, (text, size) => {
          const to = versionIn(text);
          if (to === undefined) return;
          reached[viewer] = to;
          packets.push({ viewer, to, at: performance.timeOrigin + performance.now() });
          bytes += size;
        }),
      ),
    );
    open.push(...opened);
  }
}

/** The last version a packet brings: `to` in ours, `version` in the plain one. */
function versionIn(text: string): number | undefined {
  const mark = text.startsWith('42["seats:updated"') ? '"to":' : '"version":';
  const at = text.indexOf(mark);
  return at < 0 || text.startsWith('42["show:viewers"')
    ? undefined
    : Number.parseInt(text.slice(at + mark.length), 10);
}

function report(base: number, commits: number[]): ViewersReport {
  const steps = new Uint32Array(STEPS + 1);
  const counted = new Map<number, number>();
  let arrived = 0;
  for (const { viewer, to, at } of packets) {
    const from = Math.max(base, counted.get(viewer) ?? base);
    for (let version = from + 1; version <= to; version += 1) {
      const tookMs = at - (commits[version - base - 1] ?? at);
      const step = Math.min(STEPS, Math.max(0, Math.floor(tookMs / STEP_MS)));
      steps[step] = (steps[step] ?? 0) + 1;
      arrived += 1;
    }
    if (to > from) counted.set(viewer, to);
  }
  const due = commits.length * open.length;
  return {
    p50Ms: shareOf(steps, due, 0.5),
    p99Ms: shareOf(steps, due, 0.99),
    packets: packets.length / open.length,
    bytes: bytes / open.length,
    delivered: due === 0 ? 1 : arrived / due,
  };
}

function shareOf(steps: Uint32Array, due: number, share: number): number {
  let seen = 0;
  for (const [step, count] of steps.entries()) {
    seen += count;
    if (seen >= due * share) return (step + 1) * STEP_MS;
  }
  return Number.POSITIVE_INFINITY;
}
