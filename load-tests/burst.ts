/**
 * A small client of our own: a crowd that asks for one seat at once, over HTTP. It writes down what it was told
 * in the same form as Artillery's crowd, so that the same judge can judge it.
 */
import { randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import type { Answer } from "./judge/client-notes";

export interface Burst {
  target: string;
  buyers: number;
  seat: string;
  strategy?: string;
}

export async function burst({ target, buyers, seat, strategy }: Burst): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const run = randomBytes(4).toString("hex");
  try {
    return await Promise.all(Array.from({ length: buyers }, (_, at) => buy(`${run}-${at}`)));
  } finally {
    agent.destroy();
  }

  async function buy(buyer: string): Promise<Answer> {
    const askedAt = Date.now();
    const startedAt = performance.now();
    const answer = await post({ seatId: seat, userId: buyer, ...(strategy && { strategy }) });
    return {
      kind: "answer",
      operation: "book",
      buyer,
      showId: "demo",
      seats: [seat],
      ...answer,
      askedAt,
      tookMs: performance.now() - startedAt,
    };
  }

  function post(body: object): Promise<Pick<Answer, "outcome" | "code" | "reference">> {
    return new Promise((resolve) => {
      const asked = request(
        `${target}/api/seats/book`,
        { agent, method: "POST", headers: { "content-type": "application/json" } },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (part: string) => {
            text += part;
          });
          response.on("end", () => resolve(readAnswer(response.statusCode ?? 0, text)));
        },
      );
      asked.on("error", (error) => resolve({ outcome: "unanswered", code: error.message }));
      asked.end(JSON.stringify(body));
    });
  }
}

function readAnswer(status: number, text: string): Pick<Answer, "outcome" | "code" | "reference"> {
  const body: { reference?: string; code?: string } = status < 500 ? JSON.parse(text) : {};
  if (status === 200) return { outcome: "done", ...(body.reference && { reference: body.reference }) };
  return status < 500
    ? { outcome: "refused", code: body.code ?? String(status) }
    : { outcome: "error", code: String(status) };
}
