import { testRun } from "#testing/run";

/** The view of what sessions do: on Citus of those on every server, since a lock is waited for where its row is. */
export function activityView(): string {
  return testRun().citus ? "citus_stat_activity" : "pg_stat_activity";
}
