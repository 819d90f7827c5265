/**
 * A statement whose commit counts only once a synchronous standby has it, where there is one. If that wait is cancelled
 * (by an operator, by a server that is told to stop) Postgres says so in a warning and answers as if all were well: the
 * commit is there for everyone to see, and is gone when this server is replaced. Here it is an outage whose outcome
 * nobody knows. Asking again waits for the standby again, because every transition writes.
 */
import type pg from "pg";
import { isOutage, PostgresUnavailable } from "./outages";

/** The function of Postgres that warns; the warning itself may be in any language. */
const WAITS_FOR_STANDBY = "SyncRepWaitForLSN";

export async function queryReplicated<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const client = await connectTo(pool);
  let unreplicated = false;
  const hear = ({ routine }: { routine?: string | undefined }) => {
    unreplicated ||= routine === WAITS_FOR_STANDBY;
  };
  client.on("notice", hear);
  let result: pg.QueryResult<Row>;
  try {
    result = await client.query<Row>(query);
  } catch (error) {
    client.release(true);
    throw error;
  } finally {
    client.off("notice", hear);
  }
  client.release();
  if (unreplicated) throw new PostgresUnavailable(true);
  return result;
}

/** Whoever is not connected has sent nothing. */
async function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw isOutage(error) ? new PostgresUnavailable(false, error) : error;
  }
}
