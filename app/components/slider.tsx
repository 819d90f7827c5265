import type { ComponentProps } from "react";
import styles from "./slider.module.css";

export function Slider({ className, ...input }: Omit<ComponentProps<"input">, "type">) {
  return <input {...input} type="range" className={[styles.slider, className].filter(Boolean).join(" ")} />;
}
