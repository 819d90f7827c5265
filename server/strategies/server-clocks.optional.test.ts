/** The clocks of the servers that keep a lock, moved: the cells that need faketime. */
import { STRATEGIES } from "#contract/lab-strategies";
import { describeWith } from "#testing/optional-programs";
import { judgeCells } from "./strategy-suite";

const kept = STRATEGIES.filter(({ faults }) => faults["server-clock-moved"]);
const inRedis = kept.filter(({ server }) => server === undefined).map(({ id }) => id);
const inZooKeeper = kept.filter(({ server }) => server === "zookeeper").map(({ id }) => id);

describeWith(["faketime"], "Redis with its clock moved", () => judgeCells(inRedis, ["server-clock-moved"]));
describeWith(["faketime", "zookeeper"], "ZooKeeper with its clocks moved", () =>
  judgeCells(inZooKeeper, ["server-clock-moved"]),
);
