"use client";

import type { GameBuyer } from "#contract/lab-game";
import { Button } from "../../../components/button";
import { type SchedulerText, schedulerMessages } from "../../../lib/messages/lab-scheduler";
import { timelineMessages } from "../../../lib/messages/lab-timeline";
import { useMessages } from "../../../lib/messages/language-context";
import { foundText, stepName } from "../../timeline/step-text";
import type { Move } from "../interleaving";
import styles from "./buyer-card.module.css";
import type { StartedPlay } from "./game-board";

interface BuyerCardProps {
  name: GameBuyer;
  play: StartedPlay;
  onMove: (move: Move) => void;
}

const FREEZE: Record<GameBuyer, Move> = { A: "a", B: "b" };

/** One buyer: what it has done, what it is about to do, and why it does not when it does not. */
export function BuyerCard({ name, play, onMove }: BuyerCardProps) {
  const text = useMessages(schedulerMessages);
  const timelineText = useMessages(timelineMessages);
  const position = play.game.buyers[name];
  const { phase, step, outcome, fence, steps } = position;
  const playing = play.game.status === "playing" && play.activity === "idle";
  const nextStep = step ? stepName(timelineText, step) : "";
  return (
    <article className={styles.buyer} data-buyer={name} data-phase={phase} aria-label={text.buyer(name)}>
      <header className={styles.head}>
        <h3 className={styles.name}>{text.buyer(name)}</h3>
        {fence !== null && <span className={styles.fence}>{text.fence(fence)}</span>}
      </header>
      <ol className={styles.steps} aria-label={text.stepsOf(name)}>
        {steps.length === 0 && <li className={styles.none}>{text.noStepsYet}</li>}
        {steps.map((done) => (
          <li key={`${done.name} ${done.startedMs}`} className={styles.step}>
            <b>{stepName(timelineText, done.name)}</b> <span>{foundText(timelineText, done)}</span>
          </li>
        ))}
      </ol>
      <div className={styles.next} role="status">
        {phase === "blocked" && (
          <p className={styles.blocked}>
            <strong>{text.blockedIn(nextStep)}</strong>
            {blockedText(text, position)}
          </p>
        )}
        {phase === "frozen" && <p className={styles.frozen}>{text.frozen(nextStep)}</p>}
        {phase === "finished" && outcome && (
          <p className={styles.outcome} data-outcome={outcome}>
            {text.outcome[outcome]}
          </p>
        )}
      </div>
      {phase === "waiting" && (
        <Button
          variant={name === "A" ? "accent" : "primary"}
          size="large"
          wide
          disabled={!playing}
          onClick={() => onMove(name)}
        >
          {text.next(name, nextStep)}
        </Button>
      )}
      {phase !== "finished" && (
        <Button
          variant="quiet"
          size="small"
          disabled={!playing || phase === "blocked"}
          title={text.freezeHint}
          onClick={() => onMove(FREEZE[name])}
        >
          {phase === "frozen" ? text.wake(name) : text.freeze(name)}
        </Button>
      )}
    </article>
  );
}

function blockedText(
  text: SchedulerText,
  { pid, blockedBy, blockedByPids }: StartedPlay["game"]["buyers"]["A"],
): string {
  const pids = blockedByPids.join(", ");
  if (blockedBy) return text.blockedBy(blockedBy, pid, pids);
  return pids ? text.blockedByPids(pid, pids) : text.blockedElsewhere;
}
