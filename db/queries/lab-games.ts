/**
 * The scheduler's games as every node finds them. A game belongs to the node that set it up last; what an earlier one
 * still writes of it changes nothing.
 */
import type pg from "pg";
import type { GameState } from "#contract/lab-game";

/** One setting up of a game on a node. */
export interface GamePlace {
  gameId: string;
  node: string;
  round: number;
}

const SILENT_AFTER = "interval '10 seconds'";

export async function recordGame(
  db: pg.Pool,
  { gameId, node }: GamePlace,
  { player, address, state, over }: { player: string; address: string; state: GameState; over: boolean },
): Promise<void> {
  await db.query(
    `INSERT INTO lab_games (game_id, node, player, address, state, ended_at)
     VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN clock_timestamp() END)`,
    [gameId, node, player, address, state, over],
  );
}

/** False if the game is over, or another node's by now. */
export async function saveGame(
  db: pg.Pool,
  { gameId, node, round }: GamePlace,
  state: GameState,
  over: boolean,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE lab_games SET state = $4, alive_at = clock_timestamp(), ended_at = CASE WHEN $5 THEN clock_timestamp() END
     WHERE game_id = $1 AND node = $2 AND round = $3 AND ended_at IS NULL`,
    [gameId, node, round, state, over],
  );
  return rowCount === 1;
}

export interface KeptGame {
  player: string;
  address: string;
  state: GameState;
  over: boolean;
  /** Not over, and its node has not been heard of for a while. */
  silent: boolean;
}

export async function readGame(db: pg.Pool, gameId: string): Promise<KeptGame | undefined> {
  const { rows } = await db.query<KeptGame>(
    `SELECT player, address, state, ended_at IS NOT NULL AS over,
            ended_at IS NULL AND alive_at < clock_timestamp() - ${SILENT_AFTER} AS silent
     FROM lab_games WHERE game_id = $1`,
    [gameId],
  );
  return rows[0];
}

/** Makes it the node's own; undefined if it is over. */
export async function takeGame(
  db: pg.Pool,
  gameId: string,
  node: string,
): Promise<{ round: number; state: GameState } | undefined> {
  const { rows } = await db.query<{ round: number; state: GameState }>(
    `UPDATE lab_games SET node = $2, round = round + 1, alive_at = clock_timestamp()
     WHERE game_id = $1 AND ended_at IS NULL RETURNING round, state`,
    [gameId, node],
  );
  return rows[0];
}

const CLOSED = `
  round = round + 1, ended_at = clock_timestamp(),
  state = CASE WHEN state ->> 'status' = 'playing' THEN jsonb_set(state, '{status}', to_jsonb($2::text)) ELSE state END`;

/** Ends it as it stands, whichever node's it is; undefined if it is over. */
export async function giveUpGame(db: pg.Pool, gameId: string): Promise<GameState | undefined> {
  const { rows } = await db.query<{ state: GameState }>(
    `UPDATE lab_games SET ${CLOSED} WHERE game_id = $1 AND ended_at IS NULL RETURNING state`,
    [gameId, "given-up"],
  );
  return rows[0]?.state;
}

export async function endGamesOf(db: pg.Pool, player: string): Promise<void> {
  await db.query(`UPDATE lab_games SET ${CLOSED} WHERE player = $1 AND ended_at IS NULL`, [player, "ended"]);
}

/** How many games of an address other nodes play. */
export async function countGamesElsewhere(db: pg.Pool, address: string, node: string): Promise<number> {
  const { rows } = await db.query<{ games: number }>(
    `SELECT count(*)::integer AS games FROM lab_games
     WHERE ended_at IS NULL AND address = $1 AND node <> $2 AND alive_at > clock_timestamp() - ${SILENT_AFTER}`,
    [address, node],
  );
  return rows[0]?.games ?? 0;
}

/** Says that these are still played; answers which of them are still the node's. */
export async function keepGames(db: pg.Pool, node: string, places: GamePlace[]): Promise<Set<string>> {
  const { rows } = await db.query<{ gameId: string }>(
    `UPDATE lab_games g SET alive_at = clock_timestamp()
     FROM unnest($2::text[], $3::integer[]) AS p (game_id, round)
     WHERE g.game_id = p.game_id AND g.round = p.round AND g.node = $1 AND g.ended_at IS NULL
     RETURNING g.game_id AS "gameId"`,
    [node, places.map(({ gameId }) => gameId), places.map(({ round }) => round)],
  );
  return new Set(rows.map(({ gameId }) => gameId));
}
