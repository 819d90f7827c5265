import type { RefusalCode, RefusalDetails } from "#contract/outcomes";

/** What the engine decides: an outcome without words. The edges (socket, HTTP) put it into the asker's language. */
export type Decision<T extends object> = ({ ok: true } & T) | Refused;

export interface Refused extends RefusalDetails {
  ok: false;
  code: RefusalCode;
}

export function refused(code: RefusalCode, details: RefusalDetails = {}): Refused {
  return { ok: false, code, ...details };
}
