"use client";

import { lab } from "../../lib/messages/lab";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import type { RaceRun } from "../_race/race-run";
import type { Focus } from "./paint";
import type { TimelinePainter } from "./painter";
import { foundWords, processNumber, stepName, whenWords } from "./step-words";
import styles from "./timeline.module.css";

const TIP_WIDTH_PX = 250;
const TIP_HEIGHT_PX = 130;

/** Who, what, when, where: beside the step under the pointer or the keyboard, and spoken. */
export function Tip({ run, focus, painter }: { run: RaceRun; focus: Focus; painter: TimelinePainter }) {
  const text = useMessages(lab);
  const language = useLanguage();
  const reading = run.reading.get();
  const lane = run.book.lane(focus.lane);
  const place = painter.placeOf(focus);
  if (!lane || !place) return null;
  const step = focus.step === null ? undefined : lane.steps[focus.step];
  const slipped = reading.gaps.get(lane.lane)?.slippedThrough.length ?? 0;
  const found = step && foundWords(text, step);
  const left = Math.max(4, Math.min(place.x + 8, place.width - TIP_WIDTH_PX));
  const below = place.y + TIP_HEIGHT_PX < place.height;
  const top = below ? place.y + 6 : Math.max(4, place.y - TIP_HEIGHT_PX - 20);

  return (
    <div className={styles.tip} style={{ left, top, width: TIP_WIDTH_PX }} role="status">
      <p>
        <strong>{lane.buyer}</strong>, {text.timeline.process(processNumber(step?.instance ?? lane.instance))}
      </p>
      {step && (
        <p>
          <b>{stepName(text, step.name)}</b> {whenWords(text, language, step)}
          {found && <>: {found}</>}
        </p>
      )}
      {slipped > 0 && <p className={styles.slipped}>{text.timeline.slipped(slipped)}</p>}
    </div>
  );
}
