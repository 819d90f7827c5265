"use client";

import { useEffect } from "react";
import { ObservableValue, useObservable } from "../../lib/observable-value";
import { readStored, writeStored } from "../../lib/preferences/browser-storage";

const KEY = "lab-lessons-done";

const doneLessons = new ObservableValue<readonly string[]>([]);

export function markLessonDone(slug: string): void {
  loadDone();
  if (doneLessons.get().includes(slug)) return;
  doneLessons.set([...doneLessons.get(), slug]);
  writeStored("localStorage", KEY, doneLessons.get());
}

/** A tick for a lesson whose explanation was reached, in this browser. */
export function LessonDoneMark({ slug, label }: { slug: string; label: string }) {
  useEffect(loadDone, []);
  if (!useObservable(doneLessons).includes(slug)) return null;
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

function loadDone(): void {
  const saved = readStored("localStorage", KEY);
  if (Array.isArray(saved)) doneLessons.set(saved.filter((slug) => typeof slug === "string"));
}
