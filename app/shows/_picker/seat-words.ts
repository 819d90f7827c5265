import type { LayoutSeat } from "#contract/layout";
import { formatMoney } from "../../lib/format";
import type { SeatView } from "../../lib/live/show-store";
import { common } from "../../lib/messages/common";
import { useLanguage } from "../../lib/messages/language-context";
import { show as words } from "../../lib/messages/show";
import { useSession } from "./session";

/** "Row A, seat 14, VIP, 120 000 ₫, available". */
export function useSeatLabel(seat: LayoutSeat, view: SeatView): string {
  const { show } = useSession();
  const language = useLanguage();
  const text = words[language];
  return text.seatLabel({
    row: seat.row,
    number: seat.number,
    kind: common[language].priceClass[seat.priceClass],
    price: formatMoney(show.prices[seat.priceClass], language),
    state: text.states[view],
  });
}
