/** Lists of rows as arguments of functions: the type of such a row, and a row as Postgres reads it. */

/** Made once and then left: sessions that know the type would fail if it were made anew. */
export function rowType(name: string, columns: Record<string, string>): string {
  const fields = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  return `
DO $$ BEGIN
  IF to_regtype('${name}') IS NULL THEN CREATE TYPE ${name} AS (${fields.join(", ")}); END IF;
END $$`;
}

const PLAIN = /^[\w.:-]+$/;

export function rowLiteral(fields: (string | number | null | undefined)[]): string {
  let row = "";
  for (const field of fields) {
    if (row !== "") row += ",";
    else row = "(";
    if (typeof field === "number" || (typeof field === "string" && PLAIN.test(field))) row += field;
    else if (typeof field === "string") row += `"${field.replace(/["\\]/g, "\\$&")}"`;
  }
  return `${row})`;
}
