import { expect, test } from "vitest";
import { listenAddress } from "#scripts/lib/listen-address";

const LAN = ["192.168.1.7"];
const port = 3000;

test("D15 by default nobody but this machine reaches it, under the names it has here", () => {
  expect(listenAddress({ lan: false, host: undefined, port }, LAN)).toEqual({
    host: "127.0.0.1",
    addresses: ["http://localhost:3000"],
    origins: "http://localhost:3000,http://127.0.0.1:3000",
  });
});

test("D15 --lan opens it to the network, and says what to open on another device", () => {
  expect(listenAddress({ lan: true, host: undefined, port }, LAN)).toEqual({
    host: "0.0.0.0",
    addresses: ["http://localhost:3000", "http://192.168.1.7:3000"],
    origins: "http://localhost:3000,http://127.0.0.1:3000,http://192.168.1.7:3000",
  });
});

test("D15 HOST is taken as it is, under whatever names it is reached", () => {
  expect(listenAddress({ lan: false, host: "0.0.0.0", port }, LAN)).toEqual({
    host: "0.0.0.0",
    addresses: ["http://localhost:3000"],
    origins: "",
  });
});
