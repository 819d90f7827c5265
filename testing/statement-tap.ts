/** Stands between clients and Postgres and reads, as it goes by on the wire, every statement that is sent. */
import { once } from "node:events";
import { connect, createServer } from "node:net";

const TRANSACTION_CONTROL = /^\s*(BEGIN|COMMIT|ROLLBACK)/;
const MESSAGE_HEADER_BYTES = 5;

export interface StatementTap {
  /** The way to Postgres past the tap. */
  url: string;
  /** How many statements were sent so far, without BEGIN, COMMIT and ROLLBACK. */
  sent(): number;
  close(): Promise<void>;
}

export async function openStatementTap(databaseUrl: string): Promise<StatementTap> {
  const url = new URL(databaseUrl);
  const postgres = { host: url.hostname, port: Number(url.port) };
  let sent = 0;
  const server = createServer((client) => {
    const service = connect(postgres);
    const read = statementReader((text) => {
      if (!TRANSACTION_CONTROL.test(text)) sent += 1;
    });
    client.on("data", read);
    client.pipe(service).pipe(client);
    for (const socket of [client, service]) {
      socket.on("error", () => {});
      socket.on("close", () => {
        client.destroy();
        service.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url.port = String(typeof address === "object" && address !== null ? address.port : 0);
  return {
    url: url.href,
    sent: () => sent,
    async close() {
      server.close();
      await once(server, "close");
    },
  };
}

/** One connection's messages to the server: what is run by a simple Query, or parsed, bound and executed. */
function statementReader(onStatement: (text: string) => void): (bytes: Buffer) => void {
  const parsed = new Map<string, string>();
  let bound = "";
  let unread = Buffer.alloc(0);
  let begun = false;

  return (bytes) => {
    unread = Buffer.concat([unread, bytes]);
    // The first message has a length, but no type.
    if (!begun && unread.length >= 4) {
      unread = unread.subarray(unread.readInt32BE(0));
      begun = true;
    }
    while (unread.length >= MESSAGE_HEADER_BYTES) {
      const end = 1 + unread.readInt32BE(1);
      if (unread.length < end) return;
      hear(String.fromCharCode(unread[0] ?? 0), unread.toString("utf8", MESSAGE_HEADER_BYTES, end));
      unread = unread.subarray(end);
    }
  };

  function hear(type: string, body: string): void {
    const [first = "", second = ""] = body.split("\0", 2);
    if (type === "Q") onStatement(first);
    if (type === "P") parsed.set(first, second);
    if (type === "B") bound = second;
    if (type === "E") onStatement(parsed.get(bound) ?? "");
  }
}
