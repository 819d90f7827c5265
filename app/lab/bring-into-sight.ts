/** Scrolls to a result, unless its beginning is in the upper third of the screen already. */
export function bringIntoSight(result: Element | null): void {
  if (!result) return;
  const { top } = result.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 3) result.scrollIntoView({ block: "start" });
}
