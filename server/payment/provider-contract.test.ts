import { BANK_CARDS, createBank } from "#testing/bank";
import { describeProvider } from "./provider-contract.testing";
import { createTestProvider } from "./test-provider";

describeProvider("the test provider", async () => ({ provider: createTestProvider(), ...BANK_CARDS }));
describeProvider("the bank of the tests", async () => ({ provider: createBank(), ...BANK_CARDS }));
