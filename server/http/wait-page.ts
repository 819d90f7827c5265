/**
 * What a browser shows when its reader, or someone behind the same address, asks for pages too fast: not an error,
 * and not a page that would have to be rendered. Styled by attributes, which the content policy allows.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Language } from "#contract/language";

const WORDS: Record<Language, { title: string; text: (seconds: number) => string; again: string }> = {
  en: {
    title: "One moment, please",
    text: (seconds) =>
      `Too many pages were asked for from your network. Nothing is broken and what you hold stays yours: try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
    again: "Try again",
  },
  vi: {
    title: "Xin đợi một chút",
    text: (seconds) =>
      `Mạng của bạn vừa mở quá nhiều trang. Không có trục trặc gì, ghế bạn đang giữ vẫn là của bạn: hãy thử lại sau ${seconds} giây.`,
    again: "Thử lại",
  },
};

const BODY =
  "color-scheme: light dark; margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.0625rem/1.6 system-ui, sans-serif; color: light-dark(#20121d, #f8eff1); background: light-dark(#f3eff3, #0e0910)";
const MAIN = "max-width: 34rem; padding: 2rem 1.5rem";
const TITLE = "margin: 0; font-size: 2rem; line-height: 1.2";
const LINK = "color: light-dark(#98103a, #ff9db4); font-weight: 600";

export function sendWaitPage(
  reply: FastifyReply,
  { language }: FastifyRequest,
  { retryAfterMs }: { retryAfterMs: number },
): FastifyReply {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const { title, text, again } = WORDS[language];
  return reply
    .code(429)
    .header("retry-after", seconds)
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="${language}"><head><meta name="viewport" content="width=device-width"><title>${title} · Last Seat</title></head><body style="${BODY}"><main style="${MAIN}"><h1 style="${TITLE}">${title}</h1><p>${text(seconds)}</p><p><a href="" style="${LINK}">${again}</a></p></main></body></html>`,
    );
}
