/** The further servers of the lab, from outside: where they listen, and that nothing of them stays behind. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { LAB_SERVERS } from "#contract/lab-strategies";
import { openBuyer } from "#testing/buyer";
import { startNodeProcess } from "#testing/node-process";
import { describeWith } from "#testing/optional-programs";
import { startServices } from "#testing/services";
import { until } from "#testing/until";

const WITHIN_MS = 240_000;

describeWith([...LAB_SERVERS], "a server that is killed", () => {
  test.each(LAB_SERVERS)(
    "L15 L38 leaves nothing of %s, which listened on the loopback address alone",
    async (strategy) => {
      const services = await startServices();
      const node = await startNodeProcess(services);
      const buyer = await openBuyer(node.url);
      const sold = await buyer.http("POST", "/api/seats/book", { seatId: "A1", userId: 1, strategy });
      expect(sold.status).toBe(200);
      const family = descendantsOf(node.pid);
      const addresses = listeningAddresses(family);
      expect(addresses.length).toBeGreaterThan(0);
      // 127.0.0.1, also as the address of version 6 that stands for it, and ::1.
      for (const address of addresses) expect(address).toMatch(/0100007F$|^0{24}01000000$/);

      await node.kill();
      await until("all are gone", () => family.every((pid) => !isAlive(pid)));
      buyer.close();
      await services.remove();
    },
    WITHIN_MS,
  );
});

function descendantsOf(parent: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "ppid=,pid="], { encoding: "utf8" });
  const pairs = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const found = [parent];
  for (const pid of found) for (const [ppid, child] of pairs) if (ppid === pid && child) found.push(child);
  return found.slice(1);
}

/** By the kernel's own tables: the addresses, in hexadecimal, on which these processes accept connections. */
function listeningAddresses(pids: number[]): string[] {
  const sockets = new Set(pids.flatMap((pid) => openFiles(pid)));
  const tables = ["/proc/net/tcp", "/proc/net/tcp6"].map((file) => readFileSync(file, "utf8"));
  return tables.flatMap((table) =>
    table.split("\n").flatMap((line) => {
      const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
      return state === "0A" && sockets.has(`socket:[${inode}]`) ? [local.split(":")[0] ?? ""] : [];
    }),
  );
}

function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((file) => readlinkSync(`/proc/${pid}/fd/${file}`));
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
