/** The process: reads the configuration, starts one node, and stops it when asked. */
import { ConfigError, readConfig } from "#server/config";
import { startNode } from "#server/node";
import { createLog } from "#server/ops/log";
import { onStopSignal } from "#server/ops/stop-signal";

try {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const node = await startNode(config, log);
  onStopSignal(log, config.DRAIN_NOTICE_MS, node.stop);
} catch (error) {
  const expected = error instanceof ConfigError || (error instanceof Error && "code" in error);
  console.error(expected && error instanceof Error ? error.message : error);
  process.exit(1);
}
