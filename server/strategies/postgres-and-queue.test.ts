import { strategySuite } from "./strategy-suite";

strategySuite(["naive", "row-lock", "conditional-update", "advisory-lock", "queue"]);
