// Sections of a document that scripts write, between `<!-- name -->` and `<!-- /name -->`; the rest is people's.
import { readFileSync, writeFileSync } from "node:fs";

/**
 * @param {string} file
 * @param {string} name
 * @param {string} content
 */
export function writeMarkedSection(file, name, content) {
  const text = readFileSync(file, "utf8");
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${file} has no section ${begin} … ${end}`);
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n\n${content.trim()}\n\n${text.slice(to)}`);
}
