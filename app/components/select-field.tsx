import { useId } from "react";
import styles from "./select-field.module.css";

interface Option {
  value: string;
  label: string;
}

interface OptionGroup {
  label: string;
  options: readonly Option[];
}

interface SelectFieldProps {
  label: string;
  disabled?: boolean;
  /** The id of what is said about the choice elsewhere. */
  describedBy?: string;
  value: string;
  options: readonly (Option | OptionGroup)[];
  onChange: (value: string) => void;
}

/** One of several by name: the system's own list, which every device knows how to open. */
export function SelectField({ label, disabled, describedBy, value, options, onChange }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
        value={value}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) =>
          "options" in option ? (
            <optgroup key={option.label} label={option.label}>
              <Options options={option.options} />
            </optgroup>
          ) : (
            <Options key={option.value} options={[option]} />
          ),
        )}
      </select>
    </div>
  );
}

function Options({ options }: { options: readonly Option[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
