/** The names left of the lanes: never cut off, because the gutter is as wide as the widest of them. */
import type { Lane } from "../race/analysis/race-lanes";

const NARROW_PX = 480;
const PADDING_PX = 16;

/** On a phone the number says it all. */
export function nameInGutter(buyer: string, width: number): string {
  return width < NARROW_PX ? buyer.replace(/\D+/g, "") || buyer : buyer;
}

export function gutterWidth(
  ctx: CanvasRenderingContext2D,
  rows: readonly Lane[],
  words: readonly string[],
  width: number,
  font: string,
): number {
  ctx.font = `600 12px ${font}`;
  const longest = rows.reduce((text, { buyer }) => {
    const name = nameInGutter(buyer, width);
    return name.length > text.length ? name : text;
  }, "");
  const widest = Math.max(...[longest, ...words].map((text) => ctx.measureText(text).width));
  return Math.ceil(widest) + PADDING_PX;
}
