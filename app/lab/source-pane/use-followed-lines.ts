import { type RefObject, useEffect, useRef } from "react";

/** How much of the code around a followed line is kept in sight. */
const MARGIN_PX = 48;

/**
 * Keeps the lit lines in sight: all of them if they fit into the pane, else the one that was lit last. What has just
 * been unfolded comes first. Within the pane only: the page itself stays where the reader is.
 */
export function useFollowedLines(
  pane: RefObject<HTMLElement | null>,
  highlighted: ReadonlyMap<number, unknown>,
  unfolded: boolean,
): void {
  const before = useRef<ReadonlyMap<number, unknown>>(new Map());

  useEffect(() => {
    if (unfolded && pane.current) pane.current.scrollTop = 0;
  }, [pane, unfolded]);

  useEffect(() => {
    if (unfolded && highlighted === before.current) return;
    const numbers = [...highlighted.keys()].sort((a, b) => a - b);
    const lit = numbers.filter((number) => !before.current.has(number));
    before.current = highlighted;
    if (!pane.current) return;
    if (!showLines(pane.current, numbers)) showLines(pane.current, lit.slice(0, 1));
  }, [pane, highlighted, unfolded]);
}

/** False if there is no room for all of them. */
function showLines(pane: HTMLElement, numbers: readonly number[]): boolean {
  const lines = numbers.flatMap((number) => {
    const line = pane.querySelector(`[data-line="${number}"]`);
    return line instanceof HTMLElement ? [line] : [];
  });
  const [first] = lines;
  const last = lines.at(-1);
  if (!first || !last) return true;
  // The pane is what their offsets are measured from.
  const top = Math.max(0, first.offsetTop - MARGIN_PX);
  const bottom = last.offsetTop + last.offsetHeight + MARGIN_PX;
  if (bottom - top > pane.clientHeight && lines.length > 1) return false;
  if (top < pane.scrollTop) pane.scrollTop = top;
  else if (bottom > pane.scrollTop + pane.clientHeight) pane.scrollTop = bottom - pane.clientHeight;
  return true;
}
