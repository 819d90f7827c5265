import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./field.module.css";

interface FieldProps extends Omit<ComponentProps<"input">, "className" | "id"> {
  label: string;
  hint?: ReactNode;
  /** Why the value cannot be taken. Shown, tied to the input, and spoken when it appears. */
  error?: string | undefined;
}

export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}hint` : undefined;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={[hintId, `${id}error`].filter(Boolean).join(" ")}
      />
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <p id={`${id}error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
