/**
 * What a lock needs of etcd, over the JSON door that every etcd has beside gRPC: no library needed. A request goes to
 * one node after another until one answers, because any of them may be frozen or dead.
 */
const ANSWER_WITHIN_MS = 1_000;

export interface EtcdKey {
  key: string;
  value: string;
  createRevision: number;
  lease: string;
}

export type EtcdClient = ReturnType<typeof createEtcdClient>;

export function createEtcdClient(ports: number[]) {
  let first = 0;

  async function ask<Answer>(path: string, body: object, withinMs = ANSWER_WITHIN_MS): Promise<Answer> {
    let failure: unknown = new Error("there is no etcd to ask");
    for (let tried = 0; tried < ports.length; tried += 1) {
      const at = (first + tried) % ports.length;
      try {
        const response = await post(ports[at], path, body, AbortSignal.timeout(withinMs));
        if (!response.ok) throw new Error(`etcd: ${await response.text()}`);
        const answer: Answer = await response.json();
        first = at;
        return answer;
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  return {
    /** In whole seconds, and never shorter than etcd's own election takes. */
    async grantLease(ttlMs: number): Promise<{ lease: string; ttlMs: number }> {
      const answer = await ask<{ ID: string; TTL: string }>("lease/grant", { TTL: Math.ceil(ttlMs / 1_000) });
      return { lease: answer.ID, ttlMs: Number(answer.TTL) * 1_000 };
    },
    /** False if it has run out. */
    async keepAlive(lease: string): Promise<boolean> {
      const { result } = await ask<{ result: { TTL?: string } }>("lease/keepalive", { ID: lease });
      return Number(result.TTL ?? 0) > 0;
    },
    async revokeLease(lease: string): Promise<void> {
      await ask("lease/revoke", { ID: lease });
    },
    /** How long it still lives. */
    async timeToLive(lease: string): Promise<number> {
      const answer = await ask<{ TTL?: string }>("lease/timetolive", { ID: lease });
      return Number(answer.TTL ?? 0) * 1_000;
    },
    /**
     * Creates the key if it is not there, in one transaction; answers the revision it was created at. A repetition,
     * after an answer that was lost, finds what the first one did.
     */
    async create(key: string, value: string, lease: string): Promise<number> {
      const answer = await ask<{
        succeeded?: boolean;
        header: { revision: string };
        responses: { response_range?: { kvs: RawKey[] } }[];
      }>("kv/txn", {
        compare: [{ key: encode(key), target: "CREATE", create_revision: "0" }],
        success: [{ request_put: { key: encode(key), value: encode(value), lease } }],
        failure: [{ request_range: { key: encode(key) } }],
      });
      if (answer.succeeded) return Number(answer.header.revision);
      return Number(answer.responses[0]?.response_range?.kvs[0]?.create_revision);
    },
    /** The keys under this prefix, first created first. */
    async list(prefix: string): Promise<EtcdKey[]> {
      const { kvs = [] } = await ask<{ kvs?: RawKey[] }>("kv/range", {
        key: encode(prefix),
        range_end: encode(
          `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)}`,
        ),
        sort_target: "CREATE",
        sort_order: "ASCEND",
      });
      return kvs.map(({ key, value = "", create_revision, lease = "0" }) => ({
        key: decode(key),
        value: decode(value),
        createRevision: Number(create_revision),
        lease,
      }));
    },
    /** Resolves when something has happened to the key, or the node that was watching it is gone: look again. */
    async untilChanged(key: string, signal: AbortSignal): Promise<void> {
      const watch = { create_request: { key: encode(key) } };
      const response = await post(ports[first], "watch", watch, signal);
      const reader = response.body?.getReader();
      for (let told = ""; reader; ) {
        const { done, value } = await reader.read();
        if (done) return;
        told += Buffer.from(value).toString();
        if (told.includes('"events"')) return void (await reader.cancel());
      }
    },
    async version(): Promise<string> {
      const response = await fetch(`http://127.0.0.1:${ports[first]}/version`);
      const { etcdserver }: { etcdserver: string } = await response.json();
      return etcdserver;
    },
    /** Of each node that answers: whether it believes to lead, and its name among its peers. */
    async leaders(): Promise<{ port: number; leads: boolean; member: string }[]> {
      const answers = await Promise.all(
        ports.map(async (port) => {
          const signal = AbortSignal.timeout(ANSWER_WITHIN_MS / 4);
          const response = await post(port, "maintenance/status", {}, signal).catch(() => undefined);
          const status: Status | undefined = response?.ok ? await response.json() : undefined;
          if (!status) return [];
          const { member_id } = status.header;
          return [{ port, leads: status.leader === member_id, member: BigInt(member_id).toString(16) }];
        }),
      );
      return answers.flat();
    },
  };
}

interface RawKey {
  key: string;
  value?: string;
  create_revision: string;
  lease?: string;
}

interface Status {
  leader?: string;
  header: { member_id: string };
}

function post(port: number | undefined, path: string, body: object, signal: AbortSignal): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/v3/${path}`, { method: "POST", body: JSON.stringify(body), signal });
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64");
}

function decode(text: string): string {
  return Buffer.from(text, "base64").toString();
}
