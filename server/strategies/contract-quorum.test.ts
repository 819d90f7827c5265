import { contractSuite } from "./contract-suite";

contractSuite(["redlock", "fenced-lock"]);
