"use client";

import { timelineMessages } from "../../lib/messages/lab-timeline";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import type { TimelineFocus } from "./draw-timeline";
import { endMarkOf } from "./end-marks";
import { foundText, processNumber, stepName, whenText } from "./step-text";
import styles from "./timeline.module.css";
import type { TimelineCanvas } from "./timeline-canvas";
import { NO_PROCESS, type TimelineSource } from "./timeline-source";

const TIP_WIDTH_PX = 250;
const TIP_HEIGHT_PX = 150;

/** Who, what, when, where: beside the step under the pointer or the keyboard, and spoken. */
export function StepTooltip({
  run,
  focus,
  timelineCanvas,
}: {
  run: TimelineSource;
  focus: TimelineFocus;
  timelineCanvas: TimelineCanvas;
}) {
  const text = useMessages(timelineMessages);
  const language = useLanguage();
  const analysis = run.analysis.get();
  const { result } = run.state.get();
  const lane = run.lanes.byNumber(focus.lane);
  const place = timelineCanvas.placeOf(focus);
  if (!lane || !place) return null;
  const step = focus.step === null ? undefined : lane.steps[focus.step];
  const slipped = analysis.gaps.get(lane.lane)?.salesInGap.length ?? 0;
  const found = step && foundText(text, step);
  const left = Math.max(4, Math.min(place.x + 8, place.width - TIP_WIDTH_PX));
  const below = place.y + TIP_HEIGHT_PX < place.height;
  const top = below ? place.y + 6 : Math.max(4, place.y - TIP_HEIGHT_PX - 20);

  return (
    <div className={styles.tooltip} style={{ left, top, width: TIP_WIDTH_PX }} role="status">
      <p>
        <strong>{lane.buyer}</strong>
        {lane.instance !== NO_PROCESS && (
          <>, {text.timeline.process(processNumber(step?.instance ?? lane.instance))}</>
        )}
      </p>
      {step && (
        <p>
          <b>{stepName(text, step.name)}</b> {whenText(text, language, step)}
          {found && <>: {found}</>}
        </p>
      )}
      {result && <p>{text.timeline.ends[endMarkOf(lane, result.answers, analysis.claims)]}</p>}
      {slipped > 0 && <p className={styles.slipped}>{text.timeline.slipped(slipped)}</p>}
    </div>
  );
}
