import { contractSuite } from "./contract-suite";

contractSuite(["redis-lock-article", "redis-lock", "last-seat"]);
