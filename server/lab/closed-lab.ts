/** The lab of a node that has none: its events are not found, and its routes are not there to be asked. */
import type { LabClientToServerEvents } from "#contract/lab";
import { refused } from "#server/booking/decisions";
import type { Handler } from "#server/realtime/handlers";
import type { Lab } from "./lab";

const NOT_FOUND: Handler = { countsAs: "nothing", handle: async () => refused("not_found") };
const EVENTS: Record<keyof LabClientToServerEvents, Handler> = {
  "lab:join": NOT_FOUND,
  "lab:leave": NOT_FOUND,
  "lab:game:join": NOT_FOUND,
  "lab:game:move": NOT_FOUND,
  "lab:game:give-up": NOT_FOUND,
};

export function createClosedLab(): Lab {
  return {
    routes: [],
    handlers: new Map(Object.entries(EVENTS)),
    bookWithStrategy: async () => refused("not_found"),
    resetStrategies: async () => {},
    close: async () => {},
  };
}
