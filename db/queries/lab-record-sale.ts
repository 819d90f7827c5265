import type pg from "pg";

/** A sale some strategy believes in. Nothing in the table keeps it from being recorded twice. */
export async function recordSale(
  db: Pick<pg.Pool | pg.PoolClient, "query">,
  sale: { raceId: string; seat: string; buyer: string; strategy: string; instance: number },
): Promise<void> {
  await db.query(
    `INSERT INTO lab_sales (race_id, label, buyer, strategy, instance)
     VALUES ($1::text, $2::text, $3::text, $4::text, $5::integer)`,
    [sale.raceId, sale.seat, sale.buyer, sale.strategy, sale.instance],
  );
}
