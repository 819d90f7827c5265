"use client";

import type { FormEvent } from "react";
import { FAULTS } from "#contract/lab-faults";
import { RACE_LIMITS } from "#contract/lab-limits";
import { STRATEGIES, strategyCard } from "#contract/lab-strategies";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { lab } from "../../lib/messages/lab";
import { useLanguage, useMessages } from "../../lib/messages/language-context";
import { faultsOf, readSetup, type Setup, type Side, settle } from "../_race/setup";
import { Choice } from "./choice";
import { Dial } from "./dial";
import styles from "./setup-form.module.css";

interface SetupFormProps {
  setup: Setup;
  busy: boolean;
  /** All strategies are being run: the one deed left is to stop. */
  onStop: (() => void) | null;
  onChange: (setup: Setup) => void;
  onRace: () => void;
  onRaceAll: () => void;
}

export function SetupForm({ setup, busy, onStop, onChange, onRace, onRaceAll }: SetupFormProps) {
  const text = useMessages(lab);
  const language = useLanguage();
  const [first, second] = setup.sides;
  const change = (part: Partial<Setup>) => onChange(settle({ ...setup, ...part }));
  const changeFirst = (side: Side) => change({ sides: second ? [side, second] : [side] });
  const strategies = STRATEGIES.map(({ id, title }) => ({ value: id, label: title[language] }));

  function submit(event: FormEvent) {
    event.preventDefault();
    onRace();
  }

  return (
    <form className={styles.form} onSubmit={submit} aria-label={text.form.title}>
      <div className={styles.sides}>
        <div className={styles.side}>
          <Choice
            label={text.form.strategy}
            value={first.strategy}
            options={strategies}
            onChange={(value) => changeFirst({ ...first, strategy: sideOf(value).strategy })}
          />
          <FaultChoice label={text.form.fault} side={first} onChange={changeFirst} />
          <p className={styles.promise}>
            <b>{text.form.promise}</b> {strategyCard(first.strategy).promise[language]}
          </p>
        </div>
        <div className={styles.side}>
          <Choice
            label={text.form.second}
            value={second?.strategy ?? ""}
            options={[{ value: "", label: text.form.secondNone }, ...strategies]}
            onChange={(value) => change({ sides: value ? [first, sideOf(value)] : [first] })}
          />
          {second && (
            <>
              <FaultChoice
                label={text.form.faultOf("2")}
                side={second}
                onChange={(side) => change({ sides: [first, side] })}
              />
              <p className={styles.promise}>
                <b>{text.form.promise}</b> {strategyCard(second.strategy).promise[language]}
              </p>
            </>
          )}
        </div>
      </div>
      <div className={styles.dials}>
        <Dial
          label={text.form.buyers}
          value={setup.buyers}
          min={RACE_LIMITS.minBuyers}
          max={RACE_LIMITS.maxBuyers}
          curve={2}
          onChange={(buyers) => change({ buyers })}
        />
        <Dial
          label={text.form.think}
          unit={text.form.ms}
          hint={text.form.thinkHint}
          value={setup.thinkMs}
          min={0}
          max={RACE_LIMITS.maxThinkMs}
          curve={3}
          onChange={(thinkMs) => change({ thinkMs })}
        />
        <Dial
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
          <Dial
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
      <div className={styles.deeds}>
        <Button type="submit" size="large" busy={busy} disabled={onStop !== null}>
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

function FaultChoice({
  label,
  side,
  onChange,
}: {
  label: string;
  side: Side;
  onChange: (side: Side) => void;
}) {
  const text = useMessages(lab);
  const language = useLanguage();
  const possible = faultsOf(side.strategy);
  const faults = FAULTS.filter(({ id }) => possible.includes(id));
  const chosen = faults.find(({ id }) => id === side.fault);
  return (
    <Choice
      label={label}
      hint={chosen?.what[language]}
      value={side.fault ?? ""}
      options={[
        { value: "", label: text.form.faultNone },
        ...faults.map(({ id, title }) => ({ value: id, label: title[language] })),
      ]}
      onChange={(value) => onChange({ ...side, fault: faults.find(({ id }) => id === value)?.id ?? null })}
    />
  );
}

function sideOf(strategy: string): Side {
  return readSetup({ strategy }).sides[0];
}
