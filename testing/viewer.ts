/**
 * A screen that follows rule F3 to the letter and keeps everything it has ever shown, so that afterwards each
 * of its states can be held against the log in Postgres.
 */
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Joined, SeatsUpdated } from "#contract/events";
import { SEAT_CODES, type SeatChange } from "#contract/seat-codes";
import { type Buyer, openBuyer } from "#testing/buyer";
import { until } from "#testing/until";

const JOIN_AGAIN_MS = 200;

export interface Viewer {
  buyer(): Buyer;
  version(): number | undefined;
  seats(): string;
  /** Every state it showed: the seats at a version. */
  shown: { version: number; seats: string }[];
  /** Updates as they arrived. */
  updates: SeatsUpdated[];
  leaveAndJoin(): Promise<void>;
  /** Loses its socket and comes back, perhaps to another node. */
  reconnect(url: string): Promise<void>;
  close(): void;
}

export async function openViewer(url: string, showId: string): Promise<Viewer> {
  let buyer = await openBuyer(url);
  let version: number | undefined;
  let codes: string[] = [];
  const shown: Viewer["shown"] = [];
  const updates: SeatsUpdated[] = [];

  const show = () => {
    if (version !== undefined) shown.push({ version, seats: codes.join("") });
  };
  const apply = (changes: SeatChange[], to: number) => {
    for (const [seat, code] of changes) codes[seat] = code;
    version = to;
    show();
  };
  const receive = (update: SeatsUpdated) => {
    updates.push(update);
    if (version === undefined || update.to <= version) return;
    if (update.from > version) void joinAgain();
    else apply(update.changes, update.to);
  };
  const catchUp = (joined: Joined) => {
    if (version !== undefined && joined.version < version) return;
    if (joined.seats !== undefined) codes = [...joined.seats];
    apply(joined.changes ?? [], joined.version);
  };
  async function join(): Promise<void> {
    const joined = await buyer.ask("show:join", { showId, ...(version !== undefined && { since: version }) });
    if (!joined.ok) throw new Error(`the join was refused: ${joined.code}`);
    catchUp(joined);
  }

  /** As a page does: until it is answered, or its socket is lost. */
  async function joinAgain(): Promise<void> {
    const { socket } = buyer;
    while (socket.connected) {
      const joined = await join().then(
        () => true,
        () => false,
      );
      if (joined) return;
      await delay(JOIN_AGAIN_MS);
    }
  }

  buyer.socket.on("seats:updated", receive);
  await join();
  return {
    buyer: () => buyer,
    version: () => version,
    seats: () => codes.join(""),
    shown,
    updates,
    async leaveAndJoin() {
      await buyer.ask("show:leave", { showId });
      await join();
    },
    async reconnect(to) {
      buyer.socket.io.engine.close();
      buyer.socket.off("seats:updated", receive);
      buyer = await openBuyer(to, { cookie: buyer.cookie });
      buyer.socket.on("seats:updated", receive);
      await join();
    },
    close: () => buyer.close(),
  };
}

/** Waits until the screen shows what Postgres has, and answers that version. */
export async function untilTrue(
  viewer: Viewer,
  sql: pg.Pool,
  showId: string,
  withinMs?: number,
): Promise<number> {
  const isTrue = async () => {
    const truth = await readTruth(sql, showId);
    return viewer.version() === truth.version && viewer.seats() === truth.seats ? truth.version : undefined;
  };
  return until("the screen shows what Postgres has", isTrue, withinMs);
}

/** The states a screen showed that never were: empty when nothing was lost, doubled or reordered. */
export async function falseStates(viewer: Viewer, sql: pg.Pool, showId: string): Promise<string[]> {
  const history = await readHistory(sql, showId);
  return viewer.shown.flatMap(({ version, seats }) => {
    const truth = history[version];
    return truth === seats ? [] : [`at version ${version} it showed\n${seats} where\n${truth} was true`];
  });
}

async function readTruth(sql: pg.Pool, showId: string): Promise<{ version: number; seats: string }> {
  const { rows } = await sql.query<{ version: number; statuses: (keyof typeof SEAT_CODES)[] }>(
    `SELECT version, (SELECT array_agg(status::text ORDER BY seat) FROM seats c WHERE c.show_id = s.show_id) AS statuses
     FROM shows s WHERE s.show_id = $1`,
    [showId],
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no show ${showId}`);
  return { version: row.version, seats: row.statuses.map((status) => SEAT_CODES[status]).join("") };
}

/** The seats at every version, replayed from the log; at version 0 all are available. */
async function readHistory(sql: pg.Pool, showId: string): Promise<string[]> {
  const { seats } = await readTruth(sql, showId);
  const { rows } = await sql.query<{ seat: number; status: keyof typeof SEAT_CODES }>(
    "SELECT unnest(seats) AS seat, status FROM seat_changes WHERE show_id = $1 ORDER BY version",
    [showId],
  );
  const codes: string[] = [...seats].map(() => SEAT_CODES.available);
  const history = [codes.join("")];
  for (const { seat, status } of rows) {
    codes[seat] = SEAT_CODES[status];
    history.push(codes.join(""));
  }
  return history;
}
