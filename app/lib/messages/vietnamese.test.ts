/** Words that say something else in Vietnamese than is meant, and what says it. The lab's texts have their own. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const FOLDER = new URL("./", import.meta.url);
const TEXTS = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".ts") && !name.startsWith("lab") && !name.endsWith(".test.ts"))
  .map((name) => [name, readFileSync(new URL(name, FOLDER), "utf8")] as const);

it.each([
  ["(đã|sắp) được bán lại", "mở bán lại: it goes back on sale, it has not been sold again"],
  ["bị trả", "bị trừ tiền: one is charged, not paid"],
  ["(bán mất|người khác đã bán)", "mua mất: the other has bought it"],
  ["đang hỏi", "đang xử lý: nobody is asked a question"],
  ["như mọi ai", "như bất kỳ ai"],
  ['label: "Chính"', "Điều hướng chính: a name for the navigation"],
  ["Thêm giờ", "Thêm thời gian, as in the checkout"],
  ["và trả lại", "thanh toán lại: to pay again, not to give back"],
  ["Trả (bằng|\\$)", "Thanh toán"],
  ["nhanh hơn .* lần", "sau … lần thử: nobody was so many times faster"],
])("%s is not said (%s)", (wrong) => {
  const found = TEXTS.filter(([, text]) => new RegExp(wrong).test(text)).map(([name]) => name);
  expect(found).toEqual([]);
});
