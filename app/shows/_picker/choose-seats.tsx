"use client";

import { useCell } from "../../lib/live/use-cell";
import { useMessages } from "../../lib/messages/language-context";
import { show as words } from "../../lib/messages/show";
import { useSession } from "./session";

/** What there is to do here, if there still is. */
export function ChooseSeats() {
  const { store } = useSession();
  const text = useMessages(words);
  return useCell(store.closed) ? text.begun.title : text.chooseSeats;
}
