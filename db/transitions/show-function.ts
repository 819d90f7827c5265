/**
 * How a transition is asked for: one call of one function for one show, in one round trip and one commit. Calls
 * for several shows may share both; they are then made in the order of the shows' ids, so that two nodes that
 * want the same shows wait for each other and never in a circle.
 *
 * Inside, every function first takes its show's row (LOCK_SHOW). From then on nothing else can change a seat of
 * that show, and each statement sees all that was committed before: no seat needs a lock of its own, and no two
 * functions can wait for each other's seats.
 */
import pg from "pg";
import { DEMO_SHOW_ID, LAB_SHOW_PREFIX } from "#contract/shows";
import { isSpread } from "../client";
import { TOO_LATE } from "../outages";
import { queryReplicated } from "../replicated-query";

export interface ShowFunction {
  name: string;
  /** Its arguments after the show and the deadline, in order, with their SQL types. */
  columns: Record<string, string>;
  /** How it is called for one show, and for several. */
  callOne: string;
  callMany: string;
}

/**
 * Columns `r_…` and `w_…` are lists with a place for each request or each wanted seat of a call; `r_…` that is no list
 * is one value for each call. All others are shared by every call.
 */
export function showFunction(name: string, columns: Record<string, string> = {}): ShowFunction {
  const names = Object.keys(columns);
  const ofCall = names.filter((column) => column.startsWith("r_") && !isList(columns[column]));
  const placeOf = (column: string, first: number) => `$${first + names.indexOf(column)}`;
  const argument = (column: string) => {
    if (ofCall.includes(column)) return `c.${column}`;
    const value = `${placeOf(column, 7)}::${columns[column]}`;
    if (!isList(columns[column])) return value;
    return column.startsWith("w_") ? `(${value})[c.w_from:c.w_to]` : `(${value})[c.r_from:c.r_to]`;
  };
  const lists = ofCall.map((column) => `, ${placeOf(column, 7)}::${columns[column]}[]`).join("");
  return {
    name,
    columns,
    callOne: `SELECT * FROM ${name}($1, $2${names.map((column) => `, ${placeOf(column, 3)}`).join("")})`,
    callMany: `
      SELECT f.* FROM unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::int[]${lists})
        AS c (show_id, r_from, r_to, w_from, w_to${ofCall.map((column) => `, ${column}`).join("")})
      CROSS JOIN LATERAL ${name}(c.show_id, $6::float8${names.map((column) => `, ${argument(column)}`).join("")}) f`,
  };
}

function isList(type: string | undefined): boolean {
  return type?.endsWith("[]") ?? false;
}

export interface ShowCall {
  showId: string;
  columns: Record<string, unknown>;
}

/**
 * One row per call, in the order of the calls. `deadlineMs`: by the database's clock, after which nothing is changed;
 * null for none.
 */
export async function callShows<Row extends object>(
  pool: pg.Pool,
  fn: ShowFunction,
  calls: ShowCall[],
  deadlineMs: number | null,
): Promise<Row[]> {
  const [only] = calls;
  if (calls.length > 1 && isSpread(pool)) return callEach(pool, fn, calls, deadlineMs);
  const { rows } = await queryReplicated<Row>(
    pool,
    calls.length === 1 && only
      ? {
          name: fn.name,
          text: fn.callOne,
          values: [only.showId, deadlineMs, ...valuesOf(fn, only)],
          types: TYPES,
        }
      : { name: `${fn.name}-many`, text: fn.callMany, values: joined(fn, calls, deadlineMs), types: TYPES },
  );
  if (rows.length !== calls.length)
    throw new Error(`${fn.name} answered ${rows.length} of ${calls.length} calls`);
  return rows;
}

/** Where shows lie on several servers, a call that is a statement of its own is carried out where its show is. */
async function callEach<Row extends object>(
  pool: pg.Pool,
  fn: ShowFunction,
  calls: ShowCall[],
  deadlineMs: number | null,
): Promise<Row[]> {
  const answers = calls.map((call) => callShows<Row>(pool, fn, [call], deadlineMs));
  return (await Promise.all(answers)).flat();
}

function valuesOf({ columns }: ShowFunction, call: ShowCall): unknown[] {
  return Object.keys(columns).map((column) => call.columns[column]);
}

/** The lists of all calls one after the other, and from where to where each call's part goes. */
function joined(fn: ShowFunction, calls: ShowCall[], deadlineMs: number | null): unknown[] {
  const parts = calls.map(({ columns }) => ({ r: lengthOf(columns, "r_"), w: lengthOf(columns, "w_") }));
  const [rFrom, rTo] = ranges(parts.map(({ r }) => r));
  const [wFrom, wTo] = ranges(parts.map(({ w }) => w));
  const columns = Object.keys(fn.columns).map((column) =>
    /^[rw]_/.test(column) ? calls.flatMap((call) => call.columns[column]) : calls[0]?.columns[column],
  );
  return [calls.map(({ showId }) => showId), rFrom, rTo, wFrom, wTo, deadlineMs, ...columns];
}

function lengthOf(columns: Record<string, unknown>, prefix: string): number {
  for (const [column, value] of Object.entries(columns)) {
    if (column.startsWith(prefix) && Array.isArray(value)) return value.length;
  }
  return 0;
}

function ranges(lengths: number[]): [from: number[], to: number[]] {
  let end = 0;
  const from: number[] = [];
  const to: number[] = [];
  for (const length of lengths) {
    from.push(end + 1);
    end += length;
    to.push(end);
  }
  return [from, to];
}

const INT4_ARRAY = 1007;
/** Lists of whole numbers without nulls, read in a tenth of the time the general parser takes. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    Number(oid) === INT4_ARRAY && format !== "binary"
      ? readWholeNumbers
      : pg.types.getTypeParser(oid, format),
};

function readWholeNumbers(text: string): number[] {
  return text === "{}" ? [] : text.slice(1, -1).split(",").map(Number);
}

/** The definition of such a function, made anew by every migration. */
export function defineShowFunction(
  { name, columns }: ShowFunction,
  { answers, declare = "", body }: { answers: string; declare?: string; body: string },
): string {
  const parameters = Object.entries(columns).map(([column, type]) => `, ${column} ${type}`);
  return `
DO $drop$ DECLARE f regprocedure; BEGIN
  FOR f IN SELECT oid FROM pg_proc WHERE proname = '${name}' AND pronamespace = current_schema()::regnamespace LOOP
    EXECUTE 'DROP FUNCTION ' || f;
  END LOOP;
END $drop$;
CREATE FUNCTION ${name}(p_show text, p_deadline_ms float8${parameters.join("")}, ${answers}, OUT now_ms float8)
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_sales_end timestamptz;
  v_begun boolean;
  v_has_refused_keys boolean;
  ${declare}
BEGIN${body}
  now_ms := extract(epoch FROM clock_timestamp()) * 1000;
END $$`;
}

const SALES_END = `CASE WHEN s.show_id = '${DEMO_SHOW_ID}' OR starts_with(s.show_id, '${LAB_SHOW_PREFIX}') THEN 'infinity' ELSE s.starts_at END`;

/**
 * The time that decides is asked for when the show is ours: not before, nor in the same statement, which computes
 * what it answers before it waits; and waiting may have taken seconds.
 */
const DECIDE_NOW = `
  v_now := clock_timestamp();
  v_begun := v_sales_end <= v_now;
  IF extract(epoch FROM v_now) * 1000 > p_deadline_ms THEN
    RAISE EXCEPTION 'the deadline of this call has passed' USING ERRCODE = '${TOO_LATE}';
  END IF;
`;

/** The first statement of every function. */
export const LOCK_SHOW = `
  SELECT ${SALES_END}, s.has_refused_keys
  INTO v_sales_end, v_has_refused_keys
  FROM shows s WHERE s.show_id = p_show FOR NO KEY UPDATE;
${DECIDE_NOW}`;

/** Expressions: how many changes there are, and by how many the taken seats grow. */
interface Raised {
  changes: string;
  newlyTaken: string;
}

/**
 * The same for a function that nearly always changes what it was asked to change: the version is raised by the
 * statement that takes the row. Whoever finds it otherwise lowers it again before anybody can have seen it.
 */
export function lockAndRaise({ changes, newlyTaken }: Raised): string {
  return `
  UPDATE shows s SET version = s.version + ${changes}, seats_taken = s.seats_taken + ${newlyTaken} WHERE s.show_id = p_show
  RETURNING ${SALES_END}, s.has_refused_keys, s.version, s.seats_taken INTO v_sales_end, v_has_refused_keys, version, taken;
${DECIDE_NOW}`;
}

export function lowerAgain({ changes, newlyTaken }: Raised): string {
  return `
  UPDATE shows s SET version = s.version - ${changes}, seats_taken = s.seats_taken - ${newlyTaken} WHERE s.show_id = p_show;
  version := NULL;
  taken := NULL;`;
}
