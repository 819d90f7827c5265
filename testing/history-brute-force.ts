/**
 * A second opinion on small histories of one seat, which shares nothing with the checker but the rules: every
 * order of the operations, every moment for each of them, and every choice of what became of unknown outcomes is
 * played through.
 */
import type { Operation } from "#histories/history";
import type { Ledger } from "#histories/ledger";

/** The seat, and everything that was ever sold of it. */
interface World {
  holder?: string | undefined;
  holdId?: string | undefined;
  endsFrom: number;
  endsBy: number;
  owner?: Sold | undefined;
  sold: Sold[];
}

interface Sold {
  buyer: string;
  key: string | undefined;
  request: string;
  reference: string | undefined;
}

export interface PossibleOptions {
  ledger?: Ledger | undefined;
  lapseToleranceMs: number;
}

export function isPossible(operations: Operation[], options: PossibleOptions): boolean {
  const { ledger, lapseToleranceMs: tolerance } = options;
  const promised = operations.flatMap(({ answer }) => (answer?.ok ? (answer.untilMs ?? []) : []));
  const asked = operations.map(({ askedAtMs }) => askedAtMs);
  const moments = [...new Set([...asked, ...promised.map((until) => until - tolerance)])].sort(
    (a, b) => a - b,
  );
  const begin = { endsFrom: 0, endsBy: 0, sold: [] };
  /** Whatever came before, from here it goes no further: nobody need try it twice. */
  const deadEnds = new Set<string>();
  return keysAgree(operations, ledger) && canGoOn(operations, begin, Number.NEGATIVE_INFINITY);

  function canGoOn(left: Operation[], world: World, now: number): boolean {
    if (left.every(isUnknown) && ledgerAgrees(world, ledger)) return true;
    const place = JSON.stringify([left.map((one) => operations.indexOf(one)), world, now]);
    if (deadEnds.has(place)) return false;
    deadEnds.add(place);
    return left.some((operation) => {
      const others = left.filter((one) => one !== operation);
      return moments.some((moment) => {
        const late = !isUnknown(operation) && moment > (operation.answeredAtMs ?? moment);
        if (moment < now || moment < operation.askedAtMs || late) return false;
        const next = play(operation, world, moment, { operations, ledger, tolerance });
        return next !== undefined && canGoOn(others, next, moment);
      });
    });
  }
}

interface Context {
  operations: Operation[];
  ledger: Ledger | undefined;
  tolerance: number;
}

function play(operation: Operation, world: World, moment: number, context: Context): World | undefined {
  const { buyer, what, holdId, key, reference, answer } = operation;
  const { operations, tolerance } = context;
  const heard = answer?.ok ? answer : undefined;
  const untilFrom = heard?.untilMs ?? Number.NEGATIVE_INFINITY;
  const untilBy = heard?.untilAtLatestMs ?? heard?.untilMs ?? Number.POSITIVE_INFINITY;
  const mine = world.holder === buyer;
  const mineByName = mine && agree(world.holdId, holdId);
  const mayLive = world.holder !== undefined && moment <= world.endsBy + tolerance;
  const mayBeOver = world.holder === undefined || moment >= world.endsFrom - tolerance;
  const free: World = { endsFrom: 0, endsBy: 0, sold: world.sold };

  if (!heard && !isUnknown(operation)) {
    const code = codeOf(operation);
    if (what === "cancel")
      return world.owner?.buyer === buyer && world.owner.reference === reference ? undefined : world;
    if (what === "hold" || what === "book") {
      return code !== "seat_taken" || world.owner || (mayLive && !mine) ? world : undefined;
    }
    return code === "idempotency_mismatch" || mayBeOver || !mine || holdId !== world.holdId
      ? world
      : undefined;
  }
  switch (what) {
    case "hold": {
      if (world.owner || moment > untilBy + tolerance) return undefined;
      const again =
        heard && mine && agree(world.holdId, heard.holdId) && untilBy >= world.endsFrom - tolerance;
      if (!again && !mayBeOver) return undefined;
      return { ...free, holder: buyer, holdId: heard?.holdId, endsFrom: untilFrom, endsBy: untilBy };
    }
    case "extend": {
      const shortened = untilBy < world.endsFrom - tolerance || moment > untilBy + tolerance;
      if (!mineByName || !mayLive || shortened) return undefined;
      return { ...world, holdId, endsFrom: heard ? untilFrom : world.endsFrom, endsBy: untilBy };
    }
    case "release":
      if (heard && moment > lastPromise(operations, holdId) + tolerance) return undefined;
      return mineByName ? free : world;
    case "confirm":
    case "book": {
      const request = requestOf(operation);
      const sale: Sold = { buyer, key, request, reference: referenceOf(operation, context) };
      const before = world.sold.find((one) => isSameSale(one, sale));
      if (before) return !heard || before.request === request ? world : undefined;
      const can = what === "confirm" ? mineByName && mayLive : !world.owner && (mine || mayBeOver);
      const refusedOnce = operations.some((one) => isSameKey(one, operation) && refusedFor(one, request));
      return can && (heard || !refusedOnce)
        ? { ...free, owner: sale, sold: [...world.sold, sale] }
        : undefined;
    }
    case "cancel": {
      const { owner } = world;
      const anothers = owner?.reference === undefined && isHeard(reference, context);
      return owner?.buyer === buyer && agree(owner.reference, reference) && !anothers ? free : world;
    }
  }
}

/** Under one key there is one booking, and one answer for each request; what was refused is not in the ledger. */
function keysAgree(operations: Operation[], ledger: Ledger | undefined): boolean {
  const denied = ledger?.bookings.some(({ buyer, key }) => {
    const attempts = operations.filter((one) => key !== undefined && one.buyer === buyer && one.key === key);
    const refused = (one: Operation) => attempts.some((other) => refusedFor(other, requestOf(one)));
    return (
      attempts.length > 0 && !attempts.some((one) => (isUnknown(one) && !refused(one)) || one.answer?.ok)
    );
  });
  if (denied) return false;
  const decided = operations.filter((one) => isSale(one) && !isUnknown(one));
  return decided.every((one) =>
    decided.every((other) => {
      if (!isSameKey(one, other)) return true;
      const same = requestOf(one) === requestOf(other);
      if (one.answer?.ok && other.answer?.ok) return same && one.answer.reference === other.answer.reference;
      return !same || codeOf(one) === codeOf(other);
    }),
  );
}

function ledgerAgrees({ owner }: World, ledger: Ledger | undefined): boolean {
  if (!ledger) return true;
  const [booking] = ledger.bookings;
  if (!booking || !owner) return !booking && !owner;
  return (
    booking.buyer === owner.buyer &&
    agree(booking.key, owner.key) &&
    agree(booking.reference, owner.reference)
  );
}

function lastPromise(operations: Operation[], holdId: string | undefined): number {
  const ends = operations.flatMap((one) => {
    const { answer } = one;
    if (((answer?.ok ? answer.holdId : undefined) ?? one.holdId) !== holdId) return [];
    if (one.what === "extend" && isUnknown(one)) return [Number.POSITIVE_INFINITY];
    return answer?.ok ? (answer.untilAtLatestMs ?? answer.untilMs ?? []) : [];
  });
  return ends.length > 0 ? Math.max(...ends) : Number.POSITIVE_INFINITY;
}

function referenceOf({ buyer, key, answer }: Operation, { operations, ledger }: Context): string | undefined {
  if (answer?.ok) return answer.reference;
  if (key === undefined) return undefined;
  const heard = operations.flatMap((one) => {
    const ok = one.buyer === buyer && one.key === key && one.answer?.ok ? one.answer : undefined;
    return ok?.reference ?? [];
  });
  return heard[0] ?? ledger?.bookings.find((one) => one.buyer === buyer && one.key === key)?.reference;
}

function isHeard(reference: string | undefined, context: Context): boolean {
  const sales = context.operations.filter(isSale);
  return reference !== undefined && sales.some((one) => referenceOf(one, context) === reference);
}

function isSameSale(one: Sold, other: Sold): boolean {
  if (one.buyer !== other.buyer || one.key !== other.key) return false;
  return one.key !== undefined || (one.reference !== undefined && one.reference === other.reference);
}

function isSameKey(one: Operation, other: Operation): boolean {
  return isSale(one) && one.buyer === other.buyer && one.key !== undefined && one.key === other.key;
}

/** Also if the key was granted for another request. */
function refusedFor(one: Operation, request: string): boolean {
  if (isUnknown(one)) return false;
  return one.answer?.ok ? requestOf(one) !== request : requestOf(one) === request;
}

function isSale({ what }: Operation): boolean {
  return what === "confirm" || what === "book";
}

function requestOf({ what, holdId }: Operation): string {
  return what === "confirm" ? `confirm ${holdId}` : what;
}

function isUnknown(operation: Operation): boolean {
  return operation.answer === null || ["pending", "unavailable"].includes(codeOf(operation));
}

function codeOf({ answer }: Operation): string {
  return answer && !answer.ok ? answer.code : "ok";
}

function agree(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}
