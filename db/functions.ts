/**
 * The functions of the database, in the order they need each other. Each is written beside the query that calls
 * it; `migrate` puts them in place after the migrations, so that the code and the function it calls never differ.
 */
import { HOLD_SEATS_FUNCTION } from "./queries/hold-seats";
import { LOG_CHANGES_FUNCTION } from "./queries/log-changes";
import { SELL_SEATS_FUNCTION } from "./queries/sell-seats";

export const FUNCTIONS = [LOG_CHANGES_FUNCTION, HOLD_SEATS_FUNCTION, SELL_SEATS_FUNCTION];
