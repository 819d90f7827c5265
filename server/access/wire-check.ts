import type { RefusalCode } from "#contract/outcomes";
import { WIRE_VERSION } from "#contract/wire-version";

/**
 * Whether a page speaks as this server does. One that is older must be reloaded. One that is newer came from a node
 * that is newer than this, which will be replaced too: it asks again. Whoever names no version is no page of ours.
 */
export function refusalOfWire(version: unknown): RefusalCode | undefined {
  if (version === undefined || Number(version) === WIRE_VERSION) return undefined;
  return Number(version) > WIRE_VERSION ? "unavailable" : "outdated";
}
