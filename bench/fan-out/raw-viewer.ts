/**
 * A viewer that costs next to nothing: WebSocket frames read straight from the connection, of Engine.IO and
 * Socket.IO only as much as a viewer needs. Thousands of full clients in one process would measure themselves.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface RawViewer {
  close(): void;
}

/** Joins the show, and hands over the text of every event after that, with the bytes it came in. */
export async function openViewer(
  port: number,
  showId: string,
  onEvent: (text: string, bytes: number) => void,
): Promise<RawViewer> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await once(socket, "connect");
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\n` +
      `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    let waiting: Buffer = Buffer.alloc(0);
    let upgraded = false;
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the server closed a viewer's connection")));
    socket.on("data", (chunk) => {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      if (!upgraded) {
        const end = waiting.indexOf("\r\n\r\n");
        if (end < 0) return;
        upgraded = true;
        waiting = waiting.subarray(end + 4);
      }
      waiting = readFrames(waiting, hear);
    });

    function hear(text: string, bytes: number): void {
      if (text === "2") send(socket, "3");
      else if (text.startsWith("0{")) send(socket, "40");
      else if (text.startsWith("40")) send(socket, `420["show:join",${JSON.stringify({ showId })}]`);
      else if (text.startsWith("43")) resolve({ close: () => socket.destroy() });
      else if (text.startsWith("42")) onEvent(text, bytes);
    }
  });
}

/** Calls back with every whole text frame, and answers what is left of a frame still arriving. */
function readFrames(data: Buffer, onText: (text: string, bytes: number) => void): Buffer {
  let at = 0;
  while (data.length - at >= 2) {
    const opcode = (data[at] ?? 0) & 0x0f;
    let length = (data[at + 1] ?? 0) & 0x7f;
    let header = 2;
    if (length === 126) {
      if (data.length - at < 4) break;
      length = data.readUInt16BE(at + 2);
      header = 4;
    } else if (length === 127) {
      if (data.length - at < 10) break;
      length = Number(data.readBigUInt64BE(at + 2));
      header = 10;
    }
    const end = at + header + length;
    if (data.length < end) break;
    if (opcode === 1) onText(data.toString("utf8", at + header, end), header + length);
    at = end;
  }
  return at === data.length ? Buffer.alloc(0) : data.subarray(at);
}

/** Clients must mask what they send; a mask of zeros leaves it as it is. */
function send(socket: Socket, text: string): void {
  const payload = Buffer.from(text);
  if (payload.length > 125) throw new Error("a viewer has nothing that long to say");
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]));
}
