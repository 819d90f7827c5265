import { strategySuite } from "./strategy-suite";

strategySuite(["redis-lock-article", "redis-lock", "last-seat"]);
