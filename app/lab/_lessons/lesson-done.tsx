"use client";

import { useEffect } from "react";
import { Cell } from "../../lib/live/cell";
import { useCell } from "../../lib/live/use-cell";

const KEY = "lab-lessons-done";

const done = new Cell<readonly string[]>([]);

export function markLessonDone(slug: string): void {
  recall();
  if (done.get().includes(slug)) return;
  done.set([...done.get(), slug]);
  try {
    localStorage.setItem(KEY, JSON.stringify(done.get()));
  } catch {
    // Not remembered beyond this page.
  }
}

/** A tick for a lesson whose explanation was reached, in this browser. */
export function LessonDone({ slug, label }: { slug: string; label: string }) {
  useEffect(recall, []);
  if (!useCell(done).includes(slug)) return null;
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" role="img" aria-label={label}>
      <path
        d="M5 12.5l4.5 4.5L19 7"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}

function recall(): void {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (Array.isArray(kept)) done.set(kept.filter((slug) => typeof slug === "string"));
  } catch {
    // Nothing is remembered.
  }
}
