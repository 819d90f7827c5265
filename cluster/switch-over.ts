import type { Cluster } from "./cluster";
import { readPostgres } from "./state";

/** A planned switchover: the primary hands its place to the synchronous standby. */
export async function switchOver(cluster: Cluster): Promise<void> {
  const { leader, syncStandby } = await readPostgres(cluster);
  const member = cluster.postgres.find(({ part }) => part.name === leader);
  if (!leader || !member) throw new Error("there is no primary that could hand over");
  const answer = await fetch(`http://127.0.0.1:${member.apiPort}/switchover`, {
    method: "POST",
    body: JSON.stringify({ leader, ...(syncStandby && { candidate: syncStandby }) }),
  });
  // 503: it is under way for longer than Patroni waits.
  if (!answer.ok && answer.status !== 503)
    throw new Error(`Patroni does not switch over: ${await answer.text()}`);
}
