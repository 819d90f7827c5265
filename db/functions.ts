/**
 * The functions of the database, in the order they need each other. Each is written beside what calls it;
 * `migrate` puts them in place after the migrations, so that the code and the function it calls never differ.
 */
import { APPROVE_PAYMENT_FUNCTION } from "./queries/approve-payment";
import { ARCHIVE_SHOW_FUNCTION } from "./queries/archive-show";
import { CAPTURE_PAYMENT_FUNCTION } from "./queries/capture-payment";
import { CLAIM_RACE_FUNCTION } from "./queries/lab-claim-race";
import { SUBMIT_RACE_FUNCTION } from "./queries/lab-submit-race";
import { PRUNE_FUNCTION } from "./queries/prune";
import { CANCEL_BOOKING_FUNCTION } from "./transitions/cancel-booking";
import { EXTEND_HOLDS_FUNCTION } from "./transitions/extend-holds";
import { HOLD_SEATS_FUNCTION } from "./transitions/hold-seats";
import { REFUSE_SALES_FUNCTION, SALE_REQUEST_TYPE } from "./transitions/keys";
import { LAPSE_HOLDS_FUNCTION } from "./transitions/lapse-holds";
import { RELEASE_SEATS_FUNCTION } from "./transitions/release-seats";
import { RESET_SHOW_FUNCTION } from "./transitions/reset-show";
import { SELL_SEAT_FUNCTION } from "./transitions/sell-seat";
import { SELL_SEATS_FUNCTION, WANTED_SEAT_TYPE } from "./transitions/sell-seats";

export const FUNCTIONS = [
  SALE_REQUEST_TYPE,
  WANTED_SEAT_TYPE,
  HOLD_SEATS_FUNCTION,
  EXTEND_HOLDS_FUNCTION,
  RELEASE_SEATS_FUNCTION,
  SELL_SEAT_FUNCTION,
  SELL_SEATS_FUNCTION,
  REFUSE_SALES_FUNCTION,
  CANCEL_BOOKING_FUNCTION,
  LAPSE_HOLDS_FUNCTION,
  RESET_SHOW_FUNCTION,
  APPROVE_PAYMENT_FUNCTION,
  CAPTURE_PAYMENT_FUNCTION,
  PRUNE_FUNCTION,
  SUBMIT_RACE_FUNCTION,
  CLAIM_RACE_FUNCTION,
  ARCHIVE_SHOW_FUNCTION,
];
