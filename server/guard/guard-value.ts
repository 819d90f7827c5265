/**
 * What a guard's key holds: `order kind buyer:token`.
 *
 * The order says how far in the seat's life the value is: four steps for each fence, so that of two pieces of news
 * the later one is the larger number, from whichever node and however late they come. The kind is `a` (an attempt
 * is under way; its order is that of what stood before), `g` (granted: held or booked) or `f` (free again: a
 * tombstone that outlives every older piece of news).
 */
export function keyOf(showId: string, seat: number): string {
  return `{show:${showId}}:seat:${seat}`;
}

/** Where the keys of sales under way are noted. */
export function salesUnderWayKey(showId: string): string {
  return `{show:${showId}}:sales-under-way`;
}

/** A sale under way is known by its buyer and key; a key may hold any sign but this one cannot begin a buyer. */
export function nameOfSale({ buyer, key }: { buyer: string; key?: string | undefined }): string {
  return `${buyer}\n${key}`;
}

export const HELD = 1;
export const BOOKED = 2;
export const FREE = 3;

export function orderOf(fence: number, stage: typeof HELD | typeof BOOKED | typeof FREE): number {
  return fence * 4 + stage;
}

/** A token has no colon; a buyer may have. */
export function ownerOf(buyer: string, token: string): string {
  return `${buyer}:${token}`;
}

export function buyerOf(value: string): string {
  return value.slice(value.indexOf(" ", value.indexOf(" ") + 1) + 1, value.lastIndexOf(":"));
}

/** Whether it speaks of a grant, not of an attempt. */
export function isGrant(value: string): boolean {
  return value.startsWith(" g ", value.indexOf(" "));
}

/** How a value is read in a script: sets `order`, `kind`, `owner` and `buyer` of `value`. */
export const READ_VALUE = `
local function read(value)
  if not value then return 0, 'f', '', '' end
  local order, kind, owner = string.match(value, '^(%d+) (%a) (.*)$')
  return tonumber(order), kind, owner, string.match(owner, '^(.*):[^:]*$') or ''
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;
