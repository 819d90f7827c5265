/** The configuration files, which docker-compose.cluster.yml mounts as they are: what differs comes from outside. */
import { join } from "node:path";
import { projectRoot } from "#scripts/lib/paths";

export type ConfigFile = "haproxy.cfg" | "link.cfg" | "patroni.yml" | "redis.conf" | "sentinel.conf";

export function configFile(name: ConfigFile): string {
  return join(projectRoot, "cluster", "config", name);
}
