"use client";

import { type FormEvent, type ReactNode, useId } from "react";
import { FAULTS, type FaultId } from "#contract/lab-faults";
import { RACE_LIMITS } from "#contract/lab-limits";
import { STRATEGIES, STRATEGY_GROUPS, strategyCard } from "#contract/lab-strategies";
import { Button } from "../../../components/button";
import { Field } from "../../../components/field";
import { SelectField } from "../../../components/select-field";
import { raceMessages } from "../../../lib/messages/lab-race";
import { useLanguage, useMessages } from "../../../lib/messages/language-context";
import { MissingServer, useMissingServer } from "../../lab-servers";
import { NumberSlider } from "./number-slider";
import { clampSetup, faultsKnownTo, type RaceSetup, type RaceSide, readSetup } from "./race-setup";
import styles from "./race-setup-form.module.css";

interface RaceSetupFormProps {
  setup: RaceSetup;
  busy: boolean;
  /** All strategies are being run: all that is left to do is to stop. */
  onStop: (() => void) | null;
  onChange: (setup: RaceSetup) => void;
  onRace: () => void;
  onRaceAll: () => void;
}

export function RaceSetupForm({ setup, busy, onStop, onChange, onRace, onRaceAll }: RaceSetupFormProps) {
  const text = useMessages(raceMessages);
  const language = useLanguage();
  const [first, second] = setup.sides;
  const change = (part: Partial<RaceSetup>) => onChange(clampSetup({ ...setup, ...part }));
  const changeFirst = (side: RaceSide) => change({ sides: second ? [side, second] : [side] });
  const missing = useMissingServer();
  const canRace = setup.sides.every(
    ({ strategy, fault }) => !missing(strategyCard(strategy).server) && !missing(programFor(fault)),
  );
  const notes = { first: useId(), second: useId() };
  const strategies = STRATEGY_GROUPS.map((group) => ({
    label: group.title[language],
    options: STRATEGIES.filter((card) => card.group === group.id).map((card) => ({
      value: card.id,
      label: missing(card.server) ? text.form.notInstalled(card.title[language]) : card.title[language],
    })),
  }));

  function submit(event: FormEvent) {
    event.preventDefault();
    onRace();
  }

  return (
    <form className={styles.form} onSubmit={submit} aria-label={text.form.title}>
      <div className={styles.sides}>
        <div className={styles.side}>
          <SelectField
            label={text.form.strategy}
            value={first.strategy}
            options={strategies}
            onChange={(value) => changeFirst({ ...first, strategy: sideOf(value).strategy })}
          />
          <FaultField label={text.form.fault} describedBy={notes.first} side={first} onChange={changeFirst} />
          <SideNotes id={notes.first} side={first} />
        </div>
        <div className={styles.side}>
          <SelectField
            label={text.form.second}
            value={second?.strategy ?? ""}
            options={[{ value: "", label: text.form.secondNone }, ...strategies]}
            onChange={(value) => change({ sides: value ? [first, sideOf(value)] : [first] })}
          />
          <FaultField
            label={text.form.faultOf("2")}
            describedBy={notes.second}
            side={second}
            onChange={(side) => change({ sides: [first, side] })}
          />
          <SideNotes id={notes.second} side={second} />
        </div>
      </div>
      <div className={styles.numbers}>
        <NumberSlider
          label={text.form.buyers}
          value={setup.buyers}
          min={RACE_LIMITS.minBuyers}
          max={RACE_LIMITS.maxBuyers}
          curve={2}
          onChange={(buyers) => change({ buyers })}
        />
        <NumberSlider
          label={text.form.think}
          unit={text.form.ms}
          hint={text.form.thinkHint}
          value={setup.thinkMs}
          min={0}
          max={RACE_LIMITS.maxThinkMs}
          curve={3}
          onChange={(thinkMs) => change({ thinkMs })}
        />
        <NumberSlider
          label={text.form.instances}
          value={setup.instances}
          min={1}
          max={RACE_LIMITS.maxInstances}
          onChange={(instances) => change({ instances })}
        />
      </div>
      <details className={styles.more}>
        <summary>{text.form.more}</summary>
        <div className={styles.moreFields}>
          <NumberSlider
            label={text.form.pool}
            value={setup.poolSize}
            min={1}
            max={Math.min(RACE_LIMITS.maxPoolSize, Math.floor(RACE_LIMITS.maxConnections / setup.instances))}
            onChange={(poolSize) => change({ poolSize })}
          />
          <Field
            label={text.form.seed}
            hint={text.form.seedHint}
            inputMode="numeric"
            value={setup.seed ?? ""}
            onChange={(event) => {
              const digits = event.target.value.replace(/\D/g, "");
              change({ seed: digits === "" ? null : Number(digits) });
            }}
          />
        </div>
      </details>
      <div className={styles.actions}>
        <Button type="submit" size="large" busy={busy} disabled={onStop !== null || !canRace}>
          {busy ? text.form.racing : text.form.race}
        </Button>
        {onStop ? (
          <Button variant="quiet" onClick={onStop}>
            {text.form.stop}
          </Button>
        ) : (
          <Button variant="quiet" onClick={onRaceAll} disabled={busy}>
            {text.form.raceAll}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Of a side that is not raced it cannot be chosen. */
function FaultField({
  label,
  describedBy,
  side,
  onChange,
}: {
  label: string;
  describedBy: string;
  side: RaceSide | undefined;
  onChange: (side: RaceSide) => void;
}) {
  const text = useMessages(raceMessages);
  const language = useLanguage();
  const missing = useMissingServer();
  const possible = side ? faultsKnownTo(side.strategy) : [];
  const faults = FAULTS.filter(({ id }) => possible.includes(id));
  return (
    <SelectField
      label={label}
      describedBy={describedBy}
      disabled={!side}
      value={side?.fault ?? ""}
      options={[
        { value: "", label: text.form.faultNone },
        ...faults.map(({ id, title, program }) => ({
          value: id,
          label: missing(program) ? text.form.notInstalled(title[language]) : title[language],
        })),
      ]}
      onChange={(value) => {
        if (side) onChange({ ...side, fault: faults.find(({ id }) => id === value)?.id ?? null });
      }}
    />
  );
}

/** What the strategy promises and what the fault does, with room for the longest of each. */
function SideNotes({ id, side }: { id: string; side: RaceSide | undefined }) {
  const text = useMessages(raceMessages);
  const language = useLanguage();
  return (
    <div id={id} className={styles.notes}>
      <OneOf
        chosen={side?.strategy}
        texts={STRATEGIES.map(({ id, promise }) => ({
          id,
          text: (
            <>
              <b>{text.form.promise}</b> {promise[language]}
            </>
          ),
        }))}
      />
      {side && <MissingServer program={strategyCard(side.strategy).server} />}
      {side && <MissingServer program={programFor(side.fault)} />}
      <OneOf
        chosen={side?.fault ?? undefined}
        texts={FAULTS.map(({ id, what }) => ({ id, text: what[language] }))}
      />
    </div>
  );
}

interface OneOfProps<Id extends string> {
  chosen: Id | undefined;
  texts: readonly { id: Id; text: ReactNode }[];
}

/** All texts lie on top of each other and one is seen, so that choosing another moves nothing. */
function OneOf<Id extends string>({ chosen, texts }: OneOfProps<Id>) {
  return (
    <div className={styles.oneOf}>
      {texts.map(({ id, text }) => (
        <p key={id} data-chosen={id === chosen || undefined}>
          {text}
        </p>
      ))}
    </div>
  );
}

function programFor(fault: FaultId | null) {
  return FAULTS.find(({ id }) => id === fault)?.program;
}

function sideOf(strategy: string): RaceSide {
  return readSetup({ strategy }).sides[0];
}
