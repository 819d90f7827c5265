import type pg from "pg";

/** Opens all its connections, so that a burst is not spread out by their opening. */
export async function warmPool(pool: pg.Pool, size: number): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: size }, () => pool.connect()));
  for (const connection of opened) if (connection.status === "fulfilled") connection.value.release();
  const failure = opened.find((connection) => connection.status === "rejected");
  if (failure) throw failure.reason;
}
