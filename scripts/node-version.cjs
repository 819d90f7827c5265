// Preloaded by the npm scripts (node -r): an old Node gets a sentence instead of a syntax error.
// CommonJS and old syntax on purpose, so that the old Node can read it.
var needed = [20, 19];
var running = process.versions.node.split(".").map(Number);
if (running[0] < needed[0] || (running[0] === needed[0] && running[1] < needed[1])) {
  console.error(`Last Seat needs Node.js ${needed.join(".")} or newer; this is ${process.version}.`);
  process.exit(1);
}
