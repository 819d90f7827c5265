// Preloaded by the npm scripts (node -r): an old Node gets a sentence instead of a syntax error.
// CommonJS and old syntax on purpose, so that the old Node can read it. The app runs on Node 20.9, as Next.js
// does; vitest and tsc need 20.19.
var isTest = /test\.mjs$/.test(process.argv[1]);
var needed = isTest ? [20, 19] : [20, 9];
var running = process.versions.node.split(".").map(Number);
if (running[0] < needed[0] || (running[0] === needed[0] && running[1] < needed[1])) {
  console.error(
    `${isTest ? "npm test" : "Last Seat"} needs Node.js ${needed.join(".")} or newer; this is ${process.version}.`,
  );
  process.exit(1);
}
