/**
 * A WebSocket by hand (RFC 6455), for what no well-behaved client does: sending frames that are no packets,
 * looking at the handshake's headers, not reading what is sent.
 */
import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import type { Socket } from "node:net";

const TEXT = 0x1;
const BINARY = 0x2;
const CLOSE = 0x8;
const FINAL = 0x80;

export interface RawSocket {
  headers: IncomingHttpHeaders;
  /** Text frames received so far. */
  frames: string[];
  /** The first text frame that begins so, received or yet to come; rejects if the connection is closed before. */
  frame(beginning: string): Promise<string>;
  send(frame: string | Buffer): void;
  stopReading(): void;
  readOn(): void;
  isClosed(): boolean;
  destroy(): void;
}

/** Opens a socket up to Engine.IO's first packet; `40` then connects it to the box office. */
export function openRawSocket(url: string, headers: Record<string, string> = {}): Promise<RawSocket> {
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/socket.io/?EIO=4&transport=websocket`, {
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": randomBytes(16).toString("base64"),
        ...headers,
      },
    });
    asking.once("error", reject);
    asking.once("response", (response) => {
      response.resume();
      reject(new Error(`refused with ${response.statusCode}`));
    });
    asking.once("upgrade", (response, socket, head) => resolve(speak(response.headers, socket, head)));
    asking.end();
  });
}

function speak(headers: IncomingHttpHeaders, socket: Socket, head: Buffer): RawSocket {
  const frames: string[] = [];
  const news = new EventEmitter();
  let unread = head;
  let closed = false;
  socket.on("data", (bytes) => {
    unread = takeFrames(Buffer.concat([unread, bytes]), (opcode, payload) => {
      if (opcode === TEXT) frames.push(payload.toString());
      if (opcode === CLOSE) socket.end();
    });
    news.emit("news");
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    closed = true;
    news.emit("news");
  });
  return {
    headers,
    frames,
    async frame(beginning) {
      for (;;) {
        const found = frames.find((frame) => frame.startsWith(beginning));
        if (found !== undefined) return found;
        if (closed) throw new Error(`closed before a frame ${beginning}`);
        await once(news, "news");
      }
    },
    send: (frame) =>
      void socket.write(typeof frame === "string" ? encode(TEXT, Buffer.from(frame)) : encode(BINARY, frame)),
    stopReading: () => void socket.pause(),
    readOn: () => void socket.resume(),
    isClosed: () => closed,
    destroy: () => void socket.destroy(),
  };
}

/** A client's frames are masked. */
function encode(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const masked = Buffer.from(payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0)));
  const header = Buffer.alloc(payload.length < 126 ? 2 : 10);
  header[0] = FINAL | opcode;
  header[1] = 0x80 | (payload.length < 126 ? payload.length : 127);
  if (payload.length >= 126) header.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([header, mask, masked]);
}

/** Takes the complete frames off the front and answers the rest. */
function takeFrames(bytes: Buffer, take: (opcode: number, payload: Buffer) => void): Buffer {
  let rest = bytes;
  for (;;) {
    const short = (rest[1] ?? 0) & 0x7f;
    const headerBytes = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (rest.length < headerBytes) return rest;
    const length =
      short < 126 ? short : short === 126 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2));
    if (rest.length < headerBytes + length) return rest;
    take((rest[0] ?? 0) & 0x0f, rest.subarray(headerBytes, headerBytes + length));
    rest = rest.subarray(headerBytes + length);
  }
}
