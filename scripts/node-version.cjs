// Preloaded by the npm scripts (node -r): an old Node gets a sentence instead of a syntax error.
// CommonJS and old syntax on purpose, so that the old Node can read it.
var running = process.versions.node.split(".").map(Number);
if (running[0] < 20 || (running[0] === 20 && running[1] < 9)) {
  console.error(`Last Seat needs Node.js 20.9 or newer; this is ${process.version}.`);
  process.exit(1);
}
