import path from "node:path";

/** Runs `work` on `DATABASE_URL` when the file is started by name (`node build/db/migrate.js`), not when imported. */
export async function runAsCommand(
  name: string,
  work: (databaseUrl: string) => Promise<void>,
): Promise<void> {
  if (path.parse(process.argv[1] ?? "").name !== name) return;
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) {
    console.error(
      `${name}: set DATABASE_URL to the Postgres to use, such as postgres://user:password@127.0.0.1:5432/last_seat`,
    );
    process.exitCode = 1;
    return;
  }
  try {
    await work(databaseUrl);
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
