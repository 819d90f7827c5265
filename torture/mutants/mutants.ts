/** All breakages that the tests must notice, by what they break. */
import { FEED_MUTANTS } from "./list/feed";
import { GUARD_MUTANTS } from "./list/guard";
import { HOLD_MUTANTS } from "./list/holds";
import { KEY_MUTANTS } from "./list/keys";
import { MONEY_MUTANTS } from "./list/money";
import type { Mutant } from "./list/mutant";
import { SALE_MUTANTS } from "./list/sales";

export const MUTANTS: Mutant[] = [
  ...HOLD_MUTANTS,
  ...SALE_MUTANTS,
  ...KEY_MUTANTS,
  ...GUARD_MUTANTS,
  ...FEED_MUTANTS,
  ...MONEY_MUTANTS,
];
