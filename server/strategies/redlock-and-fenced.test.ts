import { strategySuite } from "./strategy-suite";

strategySuite(["redlock", "fenced-lock"]);
