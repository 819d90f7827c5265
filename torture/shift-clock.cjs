// Loaded before a node's own code: SIGUSR2 moves the clock it reads an hour ahead, then two hours back, and so on.
const HOUR_MS = 3_600_000;
const RealDate = Date;
let shiftMs = 0;

class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...given);
  }
  static now() {
    return RealDate.now() + shiftMs;
  }
}
globalThis.Date = ShiftedDate;

process.on("SIGUSR2", () => {
  shiftMs = shiftMs === HOUR_MS ? -HOUR_MS : HOUR_MS;
});
