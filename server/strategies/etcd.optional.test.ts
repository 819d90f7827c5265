import { describeWith } from "#testing/optional-programs";
import { strategySuite } from "./strategy-suite";

describeWith(["etcd"], "etcd", () => strategySuite(["etcd", "etcd-fenced"]));
