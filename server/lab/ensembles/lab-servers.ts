/** Which of the programs that only some strategies and faults need can be had here, and how the others would be installed. */
import type { LabProgram } from "#contract/lab-strategies";
import { findOptionalProgram, installLine } from "#scripts/lib/optional-programs";

export type FoundServers = Record<
  LabProgram,
  { installed: boolean; program: string | undefined; install: string }
>;

export class ServerMissing extends Error {}

export function findLabServers(offered: boolean): FoundServers {
  const look = (name: LabProgram) => {
    const program = offered ? findOptionalProgram(name) : undefined;
    return { installed: program !== undefined, program, install: installLine([name]) };
  };
  return {
    etcd: look("etcd"),
    zookeeper: look("zookeeper"),
    rabbitmq: look("rabbitmq"),
    faketime: look("faketime"),
  };
}

export function programOf(found: FoundServers, name: LabProgram): string {
  const { program, install } = found[name];
  if (!program) throw new ServerMissing(`${name} is not installed here: ${install}`);
  return program;
}
