/** Brings a database up to the committed migrations and functions. As a command: `DATABASE_URL=… node build/db/migrate.js`. */
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { runAsCommand } from "./command";
import { distributeMigrated } from "./distribute";
import { FUNCTIONS } from "./functions";

export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Several nodes may start at once; the lock ends with the connection.
    await client.query("SELECT pg_advisory_lock(hashtextextended('last-seat migrations', 0))");
    await migrate(drizzle(client), { migrationsFolder: path.resolve("db/migrations") });
    for (const definition of FUNCTIONS) await client.query(definition);
    await distributeMigrated(client);
  } finally {
    await client.end();
  }
}

await runAsCommand("migrate", migrateDatabase);
