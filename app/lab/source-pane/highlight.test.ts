import { describe, expect, it } from "vitest";
import { highlight, openingLength } from "./highlight";

const kinds = (text: string) =>
  highlight(text).map((line) => line.map(({ kind, text }) => `${kind}:${text}`).join("|"));

describe("a strategy's source", () => {
  it("is coloured without losing a character", () => {
    const source = 'const a = `x\n  y`; // "not a string"\n/* two\nlines */ await step("check", 1_000);\n';
    const back = highlight(source)
      .map((line) => line.map(({ text }) => text).join(""))
      .join("\n");
    expect(`${back}\n`).toBe(source);
  });

  it("keeps a string and a comment that run over lines what they are", () => {
    expect(kinds("f(`UPDATE\nWHERE`)")).toEqual(["plain:f(|string:`UPDATE", "string:WHERE`|plain:)"]);
    expect(kinds("/* a\nif b */")).toEqual(["comment:/* a", "comment:if b */"]);
  });

  it("makes a marked step stand out", () => {
    expect(kinds('await step("write", 30)')).toEqual([
      'keyword:await|plain: |step:step(|string:"write"|plain:, |number:30|plain:)',
    ]);
  });

  it("does not take a comment in a string for a comment, nor a word for a keyword in it", () => {
    expect(kinds('x("// if")')).toEqual(['plain:x(|string:"// if"|plain:)']);
    expect(kinds("iffy")).toEqual(["plain:iffy"]);
  });

  it("begins after the comment and the imports, and before what is said of the first constant", () => {
    const opening = '/**\n * Why.\n */\nimport { a } from "a";\nimport {\n  b,\n} from "b";\n\n';
    expect(openingLength(`${opening}/** A constant. */\nconst C = 1;\n`)).toBe(8);
    expect(openingLength("export const d = 1;\n")).toBe(0);
  });
});
