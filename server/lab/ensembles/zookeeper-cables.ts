/**
 * The cables between ZooKeeper's servers: for each of two ports one from every server to every other, so that each
 * server is told addresses of its own for the others. In an election the server with the higher number may hang up and
 * dial back where the caller says it is to be found; what it says is rewritten to the cable that leads back.
 */
import { openPeerRelay, type PeerRelay } from "./peer-relay";

export interface ZooKeeperMember {
  id: number;
  quorumPort: number;
  electionPort: number;
}

interface Cable {
  from: ZooKeeperMember;
  to: ZooKeeperMember;
  quorum: PeerRelay;
  election: PeerRelay;
}

export async function layCables(members: readonly ZooKeeperMember[]) {
  const pairs = members.flatMap((from) => members.filter((to) => to !== from).map((to) => ({ from, to })));
  const cables: Cable[] = await Promise.all(
    pairs.map(async ({ from, to }) => ({
      from,
      to,
      quorum: await openPeerRelay(to.quorumPort),
      election: await openPeerRelay(to.electionPort, {
        rewrite: (bytes) => announcing(bytes, cable(to, from)?.election.port ?? from.electionPort),
      }),
    })),
  );
  const relays = cables.flatMap(({ quorum, election }) => [quorum, election]);
  function cable(from: ZooKeeperMember, to: ZooKeeperMember): Cable | undefined {
    return cables.find((one) => one.from === from && one.to === to);
  }

  return {
    /** The others over its cables, itself where it listens. */
    settingsOf(member: ZooKeeperMember): string[] {
      return members.map((to) => {
        const { quorum, election } = cable(member, to) ?? {};
        const ports = [quorum?.port ?? to.quorumPort, election?.port ?? to.electionPort];
        return `server.${to.id}=127.0.0.1:${ports.join(":")}`;
      });
    },
    cutOff(member: ZooKeeperMember | undefined): void {
      const own = cables.filter(({ from, to }) => from === member || to === member);
      for (const { quorum, election } of own) for (const relay of [quorum, election]) relay.silence();
    },
    heal(): void {
      for (const relay of relays) relay.heal();
    },
    async close(): Promise<void> {
      await Promise.all(relays.map((relay) => relay.close()));
    },
  };
}

/** A caller begins with the protocol's version and its number, then the length of its address, then the address. */
function announcing(bytes: Buffer, port: number): Buffer {
  const lengthAt = 16;
  if (bytes.length < lengthAt + 4) return bytes;
  const rest = bytes.subarray(lengthAt + 4 + bytes.readInt32BE(lengthAt));
  const address = Buffer.from(`127.0.0.1:${port}`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(address.length);
  return Buffer.concat([bytes.subarray(0, lengthAt), length, address, rest]);
}
