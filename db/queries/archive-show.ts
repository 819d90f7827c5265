/** Moves the seats of one show that is over, if nothing of it is unsettled. See db/archive.ts. */
import { getTableColumns } from "drizzle-orm";
import type pg from "pg";
import { seats } from "#db/schema";
import { IS_OPEN } from "./payment";

const COLUMNS = Object.values(getTableColumns(seats)).map(({ name }) => name);

/** In a show that has begun no hold and no payment begins: what is settled stays so. */
export const ARCHIVE_SHOW_FUNCTION = `
CREATE OR REPLACE FUNCTION archive_show(p_show text, p_before timestamptz) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_moved int;
BEGIN
  PERFORM FROM shows s WHERE s.show_id = p_show AND s.starts_at < p_before AND s.next_lapse IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 0; END IF;
  PERFORM FROM seats c WHERE c.show_id = p_show AND c.status = 'held';
  IF FOUND THEN RETURN 0; END IF;
  PERFORM FROM payments p WHERE p.show_id = p_show AND ${IS_OPEN};
  IF FOUND THEN RETURN 0; END IF;
  INSERT INTO archive.seats (${COLUMNS.join(", ")}) SELECT ${COLUMNS.join(", ")} FROM seats c WHERE c.show_id = p_show;
  DELETE FROM seats c WHERE c.show_id = p_show;
  GET DIAGNOSTICS v_moved = ROW_COUNT;
  RETURN v_moved;
END $$`;

/** How many seats were moved: none if a hold or a payment is not settled. */
export async function archiveShow(client: pg.Client, showId: string, before: Date): Promise<number> {
  const { rows } = await client.query<{ moved: number }>({
    name: "archive-show",
    text: "SELECT archive_show($1, $2) AS moved",
    values: [showId, before],
  });
  return rows[0]?.moved ?? 0;
}
