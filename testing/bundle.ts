/** The processes a node consists of, bundled as the project is built: each starts in a third of the time from source. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { bundleProcesses } from "#scripts/lib/bundle-processes";
import { projectRoot } from "#scripts/lib/paths";

export interface Programs {
  node: string;
  /** Of the lab's. */
  instance: string;
}

/** Into a folder from which packages and scripts are found by links. */
export async function bundlePrograms(folder: string): Promise<Programs> {
  await bundleProcesses(join(folder, "build"));
  for (const linked of ["node_modules", "scripts", "package.json"]) {
    symlinkSync(join(projectRoot, linked), join(folder, linked));
  }
  const server = join(folder, "build/server");
  return { node: join(server, "main.js"), instance: join(server, "lab/processes/instance.js") };
}
