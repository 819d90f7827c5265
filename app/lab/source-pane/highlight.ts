/**
 * Colours for a strategy's source: just enough TypeScript to tell comments, strings, keywords, numbers and the
 * marked steps apart. Strings and comments may run over several lines, so the whole text is read at once.
 */
type TokenKind = "plain" | "comment" | "string" | "keyword" | "number" | "step";

interface Token {
  kind: TokenKind;
  text: string;
}

const KEYWORDS =
  /\b(?:as|async|await|break|catch|class|const|continue|else|export|extends|false|finally|for|from|function|if|import|in|instanceof|interface|let|new|null|of|return|satisfies|this|throw|true|try|type|typeof|undefined|while)\b/;

/** Tried in this order at every place; `step("check"` is one piece, so that its name stands out. */
const PATTERN = new RegExp(
  [
    /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)/,
    /(?<step>\b(?:step|aside)\((?="))/,
    /(?<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)/,
    new RegExp(`(?<keyword>${KEYWORDS.source})`),
    /(?<number>\b\d[\d_]*(?:\.\d+)?\b)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** The tokens of each line, the first line first. */
export function highlight(text: string): Token[][] {
  const lines: Token[][] = [[]];
  let at = 0;
  for (const match of text.matchAll(PATTERN)) {
    if (match.index > at) push(lines, "plain", text.slice(at, match.index));
    push(lines, kindOf(match.groups), match[0]);
    at = match.index + match[0].length;
  }
  push(lines, "plain", text.slice(at));
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

/** How many lines come before the code itself: the comment a file opens with, and its imports. */
export function openingLength(text: string): number {
  const opening = /^(?:\/\*[\s\S]*?\*\/\n)?(?:import\s[^;]*;\n|\n)*/.exec(text)?.[0] ?? "";
  return opening.split("\n").length - 1;
}

function kindOf(groups: Record<string, string | undefined> | undefined): TokenKind {
  const kinds: TokenKind[] = ["comment", "step", "string", "keyword", "number"];
  return kinds.find((kind) => groups?.[kind] !== undefined) ?? "plain";
}

function push(lines: Token[][], kind: TokenKind, text: string): void {
  for (const [index, part] of text.split("\n").entries()) {
    if (index > 0) lines.push([]);
    if (part) lines.at(-1)?.push({ kind, text: part });
  }
}
