import { describeWith } from "#testing/optional-programs";
import { strategySuite } from "./strategy-suite";

describeWith(["rabbitmq"], "RabbitMQ", () => strategySuite(["rabbitmq"]));
