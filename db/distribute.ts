/**
 * Spreads a migrated database over the machines of a Citus cluster, by show: what belongs to one show lies on one
 * worker, the programme's own tables on each, and the functions that decide about a show are carried out where that
 * show lies. As a command, on the coordinator: `DATABASE_URL=… node build/db/distribute.js`.
 *
 * It may be run again at any time, and `migrate` does so after every change of the functions.
 */
import pg from "pg";
import { runAsCommand } from "./command";

/** On every worker, whole. */
const EVERYWHERE = ["movies", "auditoriums"];
/** By their show; `shows` comes first, and the others lie where it does. The lab's tables stay on the coordinator. */
const BY_SHOW = [
  "shows",
  "seats",
  "bookings",
  "booking_seats",
  "payments",
  "refused_keys",
  "seat_changes",
  "archive.seats",
];

export interface Distributed {
  tables: string[];
  functions: string[];
}

export interface DistributeOptions {
  /** Into how many pieces the shows are divided; each lies on one worker, and can be moved to another. */
  shards?: number;
}

export async function distributeDatabase(
  databaseUrl: string,
  options: DistributeOptions = {},
): Promise<Distributed> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await requireWorkers(client);
    await client.query("SELECT pg_advisory_lock(hashtextextended('last-seat migrations', 0))");
    const tables = await distributeTables(client, options);
    return { tables, functions: await delegateFunctions(client) };
  } finally {
    await client.end();
  }
}

/** After a migration: its functions, and what tables it has added. Nothing where nothing is distributed. */
export async function distributeMigrated(client: pg.Client): Promise<void> {
  if (!(await hasCitus(client))) return;
  const { rowCount } = await client.query(
    "SELECT FROM pg_dist_partition WHERE logicalrelid = 'shows'::regclass",
  );
  if (rowCount === 0) return;
  await distributeTables(client);
  await delegateFunctions(client);
}

async function requireWorkers(client: pg.Client): Promise<void> {
  if (!(await hasCitus(client)))
    throw new Error("this database has no Citus: docs/operations.md says how it is given one");
  const { rowCount } = await client.query("SELECT FROM pg_dist_node WHERE isactive AND shouldhaveshards");
  if (rowCount === 0)
    throw new Error("this Citus has no worker yet: SELECT citus_add_node('host', 5432) for each of them");
}

async function hasCitus(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  return rowCount === 1;
}

/** All of them or none. What is distributed already stays as it is. */
async function distributeTables(
  client: pg.Client,
  { shards = 32 }: DistributeOptions = {},
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS t (name, place)
     WHERE NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = name::regclass) ORDER BY place`,
    [[...EVERYWHERE, ...BY_SHOW]],
  );
  const local = rows.map(({ name }) => name);
  if (local.length === 0) return [];
  await client.query("BEGIN");
  // A foreign key to a table that lies everywhere wants one shard after the other.
  await client.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
  const keys = await dropForeignKeys(client, local);
  for (const table of local) await distributeTable(client, table, shards);
  await repeatStorage(client, local);
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  await client.query("COMMIT");
  // Their rows are on the workers now, without the room between them that they are to have; those they were copied
  // from are of no use.
  for (const table of local.toReversed())
    await client.query("SELECT truncate_local_data_after_distributing_table($1)", [table]);
  await client.query(`VACUUM (FULL, ANALYZE) ${local.join(", ")}`);
  return local;
}

/** Citus does not give a table's storage parameters (its fill factor) to the shards; said again, it does. */
async function repeatStorage(client: pg.Client, tables: string[]): Promise<void> {
  const { rows } = await client.query<{ table: string; options: string }>(
    `SELECT oid::regclass::text AS table, array_to_string(reloptions, ', ') AS options FROM pg_class
     WHERE oid = ANY ($1::regclass[]) AND reloptions IS NOT NULL`,
    [tables],
  );
  for (const { table, options } of rows) await client.query(`ALTER TABLE ${table} SET (${options})`);
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** A table that is not distributed yet may have no key to one that is: they are put back afterwards. */
async function dropForeignKeys(client: pg.Client, tables: string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY ($1::regclass[]) AND confrelid = ANY ($1::regclass[])`,
    [tables],
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return rows;
}

async function distributeTable(client: pg.Client, table: string, shards: number): Promise<void> {
  if (EVERYWHERE.includes(table)) await client.query("SELECT create_reference_table($1)", [table]);
  else if (table === "shows")
    await client.query("SELECT create_distributed_table($1, 'show_id', shard_count => $2)", [table, shards]);
  else
    await client.query("SELECT create_distributed_table($1, 'show_id', colocate_with => 'shows')", [table]);
}

/** Every function whose first argument is a show. A call of one is then handed to the worker that has the show. */
async function delegateFunctions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT f.oid::regprocedure::text AS name FROM pg_proc f
     WHERE f.pronamespace = current_schema()::regnamespace AND f.proargnames[1] = 'p_show' ORDER BY f.proname`,
  );
  for (const { name } of rows)
    await client.query("SELECT create_distributed_function($1, 'p_show', colocate_with => 'shows')", [name]);
  return rows.map(({ name }) => name);
}

await runAsCommand("distribute", async (databaseUrl) => {
  const { tables, functions } = await distributeDatabase(databaseUrl);
  console.log(
    tables.length > 0 ? `Distributed: ${tables.join(", ")}.` : "Every table was distributed before.",
  );
  console.log(`Delegated: ${functions.length} functions.`);
});
