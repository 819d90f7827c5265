import { contractSuite } from "./contract-suite";

contractSuite(["naive", "row-lock", "conditional-update", "advisory-lock", "queue"]);
