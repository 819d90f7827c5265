import type { Lane } from "../race/analysis/race-lanes";
import type { TimelineFocus } from "./draw-timeline";

/** Where a key leads from here; undefined for a key that is not ours, null when the focus is let go. */
export function moveFocus(
  rows: readonly Lane[],
  focus: TimelineFocus | null,
  key: string,
): TimelineFocus | null | undefined {
  if (key === "Escape") return focus ? null : undefined;
  const row = focus ? rows.findIndex(({ lane }) => lane === focus.lane) : -1;
  const lastRow = rows.length - 1;
  if (lastRow < 0) return undefined;
  switch (key) {
    case "ArrowDown":
      return at(rows, Math.min(lastRow, row + 1), focus);
    case "ArrowUp":
      return at(rows, Math.max(0, row - 1), focus);
    case "PageDown":
      return at(rows, Math.min(lastRow, row + 10), focus);
    case "PageUp":
      return at(rows, Math.max(0, row - 10), focus);
    case "Home":
      return at(rows, 0, focus);
    case "End":
      return at(rows, lastRow, focus);
    case "ArrowRight":
      return along(rows[Math.max(0, row)], focus, 1);
    case "ArrowLeft":
      return along(rows[Math.max(0, row)], focus, -1);
    default:
      return undefined;
  }
}

/** Another lane, at the step with the same name if it has one. */
function at(rows: readonly Lane[], row: number, from: TimelineFocus | null): TimelineFocus | undefined {
  const lane = rows[row];
  if (!lane) return undefined;
  const here = from && rows.find((known) => known.lane === from.lane);
  const name = from?.step == null ? undefined : here?.steps[from.step]?.name;
  const same = lane.steps.findIndex((step) => step.name === name);
  return { lane: lane.lane, step: same >= 0 ? same : lane.steps.length > 0 ? 0 : null };
}

function along(lane: Lane | undefined, focus: TimelineFocus | null, by: 1 | -1): TimelineFocus | undefined {
  if (!lane) return undefined;
  const last = lane.steps.length - 1;
  const step = focus?.step == null ? 0 : Math.min(last, Math.max(0, focus.step + by));
  return { lane: lane.lane, step: last < 0 ? null : step };
}
