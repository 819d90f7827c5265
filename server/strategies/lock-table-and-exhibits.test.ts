import { strategySuite } from "./strategy-suite";

strategySuite([
  "lock-table",
  "redisson",
  "process-lock",
  "advisory-lock-session",
  "redis-lock-get-del",
  "redis-lock-wait",
  "redlock-package",
  "fence-in-process",
]);
