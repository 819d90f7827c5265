/**
 * An instance: one operating-system process with connections of its own, in which some of a race's buyers
 * run. It is started by the lab, reused from race to race, and ends when the lab's process ends.
 */
import { createConnections } from "./connections";
import { type FromInstance, isToInstance, type ToInstance } from "./instance-messages";
import { type InstanceRace, openInstanceRace } from "./instance-race";

const connections = createConnections(send);
let race: InstanceRace | undefined;
let clockIsShifted = false;
const realNow = Date.now;

process.on("disconnect", () => process.exit());
// Ctrl-C is for the server, which ends us in order.
process.on("SIGINT", () => {});
process.on("message", (message) => {
  if (isToInstance(message)) void act(message);
});

async function act(message: ToInstance): Promise<void> {
  switch (message.type) {
    case "prepare":
      try {
        await race?.finish();
        race = await openInstanceRace(message.setup, connections, send);
        send({ type: "prepared", backends: race.backends() });
      } catch (error) {
        race = undefined;
        send({ type: "not-prepared", reason: error instanceof Error ? error.message : String(error) });
      }
      return;
    case "start":
      race?.start(message.lanes, message.originMs);
      return;
    case "continue":
      race?.letContinue(message.lane);
      return;
    case "shift-clock":
      shiftClock(message.byMs);
      return;
    case "reconnect":
      // If it does not succeed, the buyers will say so.
      await race?.reconnected().catch(() => {});
      send({ type: "reconnected" });
      return;
    case "settle":
      await race?.settled();
      send({ type: "settled" });
      return;
    case "finish": {
      if (clockIsShifted) shiftClock(0);
      const statements = (await race?.finish()) ?? 0;
      race = undefined;
      send({ type: "finished", statements });
    }
  }
}

function send(message: FromInstance): void {
  if (process.connected) process.send?.(message);
}

/** What this process reads as the time of day. The machine's own clock is not ours to set. */
function shiftClock(byMs: number): void {
  clockIsShifted = byMs !== 0;
  Date.now = clockIsShifted ? () => realNow() + byMs : realNow;
}
