import { describeWith } from "#testing/optional-programs";
import { strategySuite } from "./strategy-suite";

describeWith(["zookeeper"], "ZooKeeper", () => strategySuite(["zookeeper", "zookeeper-fenced"]));
