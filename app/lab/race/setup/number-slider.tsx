import { useId, useState } from "react";
import { Slider } from "../../../components/slider";
import styles from "./number-slider.module.css";

interface NumberSliderProps {
  label: string;
  unit?: string;
  hint?: string;
  value: number;
  min: number;
  max: number;
  /** Above 1 the lower end of the slider is finer, where the interesting numbers are. */
  curve?: number;
  onChange: (value: number) => void;
}

const SLIDER_STOPS = 200;

/** A number by slider or by typing it. */
export function NumberSlider({ label, unit, hint, value, min, max, curve = 1, onChange }: NumberSliderProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const fine = curve > 1;
  const toStop = (number: number) => Math.round(SLIDER_STOPS * ((number - min) / (max - min)) ** (1 / curve));
  const fromStop = (stop: number) => Math.round(min + (max - min) * (stop / SLIDER_STOPS) ** curve);

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.value}>
        <input
          id={id}
          className={styles.number}
          inputMode="numeric"
          value={typed ?? value}
          aria-describedby={hint ? `${id}hint` : undefined}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ""))}
          onBlur={() => {
            if (typed) onChange(Number(typed));
            setTyped(null);
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && typed) onChange(Number(typed));
          }}
        />
        {unit && <span className={styles.unit}>{unit}</span>}
      </span>
      <Slider
        className={styles.slider}
        min={fine ? 0 : min}
        max={fine ? SLIDER_STOPS : max}
        value={fine ? toStop(value) : value}
        aria-label={label}
        aria-valuetext={unit ? `${value} ${unit}` : String(value)}
        onChange={(event) => {
          const stop = Number(event.target.value);
          onChange(fine ? fromStop(stop) : stop);
        }}
      />
      {hint && (
        <p id={`${id}hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
