/** A clock that all processes of one machine share and that nobody can set. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
