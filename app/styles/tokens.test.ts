/** The contrast that the tokens promise, computed from the stylesheet itself. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const TEXT = 4.5;
const SHAPE = 3;
const SEATS = ["standard", "vip", "couple", "wheelchair", "asking", "yours", "held", "sold", "booked"];
/** Sold seats cannot be had, so only their sign must be seen. */
const EDGED_SEATS = SEATS.filter((seat) => seat !== "sold");
const GROUNDS = ["page", "surface", "raised", "sunken", "auditorium"];
const LETTERS = ["ink", "ink-soft", "ink-faint", "accent", "bad", "good", "note", "lamp-ink"];

const PAIRS: [front: string, ground: string, least: number][] = [
  ...GROUNDS.flatMap((ground) => LETTERS.map((ink): [string, string, number] => [ink, ground, TEXT])),
  ...["lamp", "good", "bad", "note"].map((tone): [string, string, number] => ["ink", `${tone}-wash`, TEXT]),
  ...["good", "bad", "note"].map((tone): [string, string, number] => [tone, `${tone}-wash`, TEXT]),
  ["lamp-ink", "lamp-wash", TEXT],
  ["on-velvet", "velvet", TEXT],
  ["on-lamp", "lamp", TEXT],
  ["on-paper", "paper", TEXT],
  ["on-paper-soft", "paper", TEXT],
  ...SEATS.map((seat): [string, string, number] => [`seat-${seat}-mark`, `seat-${seat}-fill`, TEXT]),
  ["seat-blocked-mark", "auditorium", TEXT],
  ...EDGED_SEATS.map((seat): [string, string, number] => [`seat-${seat}-edge`, "auditorium", SHAPE]),
  ["line-strong", "page", SHAPE],
  ["line-strong", "surface", SHAPE],
  ["focus-ring", "page", SHAPE],
];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  const colours = coloursOf(theme);
  test.each(PAIRS)("--%s can be told from --%s", (front, ground, least) => {
    expect(contrast(colours.get(front), colours.get(ground))).toBeGreaterThanOrEqual(least);
  });
});

function coloursOf(theme: "light" | "dark"): Map<string, string> {
  const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
  const colours = new Map<string, string>();
  for (const [, name = "", value = ""] of css.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const [light, dark = light] = value.match(/#[0-9a-f]{6}/g) ?? [];
    const colour = theme === "light" ? light : dark;
    if (colour) colours.set(name, colour);
  }
  return colours;
}

/** As WCAG 2 defines it. */
function contrast(one: string | undefined, other: string | undefined): number {
  if (!one || !other) throw new Error("There is no such colour.");
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
