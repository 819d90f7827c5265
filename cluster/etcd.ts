/** Three etcd members, in which Patroni keeps who is the primary; and each Postgres member's own way to them. */
import { join } from "node:path";
import { configFile } from "./config-files";
import { answersHttp, type Part, type Place, startPart } from "./part";
import { MEMBERS, ports } from "./places";
import { program } from "./programs";

export interface Etcd {
  members: Part[];
  /** The ways to etcd, one for each Postgres member: freezing one cuts that member off. */
  links: Part[];
  linkAddresses: string[];
  clientAddresses: string[];
}

export async function startEtcd(place: Place): Promise<Etcd> {
  const clients = await ports(MEMBERS);
  const peers = await ports(MEMBERS);
  const all = peers.map((port, at) => `etcd-${at + 1}=http://127.0.0.1:${port}`).join();
  const members = await Promise.all(
    clients.map((port, at) => {
      const name = `etcd-${at + 1}`;
      const client = `http://127.0.0.1:${port}`;
      const peer = `http://127.0.0.1:${peers[at]}`;
      const settings = {
        name,
        "data-dir": join(place.folder, name),
        "listen-client-urls": client,
        "advertise-client-urls": client,
        "listen-peer-urls": peer,
        "initial-advertise-peer-urls": peer,
        "initial-cluster": all,
        "initial-cluster-state": "new",
        "heartbeat-interval": "100",
        "election-timeout": "1000",
        // What Patroni speaks here: decision 0036 says why.
        "enable-v2": "true",
        "log-level": "warn",
      };
      const args = Object.entries(settings).map(([flag, value]) => `--${flag}=${value}`);
      return startPart(place, {
        name,
        kind: "etcd",
        command: program("etcd"),
        args,
        answers: () => answersHttp(`${client}/health`, (status) => status === 200),
      });
    }),
  );
  const clientAddresses = clients.map((port) => `127.0.0.1:${port}`);
  const linkPorts = await ports(MEMBERS);
  const links = await Promise.all(
    linkPorts.map((port, at) =>
      startPart(place, {
        name: `link-${at + 1}`,
        kind: "link",
        command: program("haproxy"),
        args: ["-db", "-f", configFile("link.cfg")],
        env: {
          LINK: `127.0.0.1:${port}`,
          ...Object.fromEntries(clientAddresses.map((address, to) => [`ETCD_${to + 1}`, address])),
        },
        answers: () => answersHttp(`http://127.0.0.1:${port}/health`, (status) => status === 200),
      }),
    ),
  );
  return { members, links, linkAddresses: linkPorts.map((port) => `127.0.0.1:${port}`), clientAddresses };
}
