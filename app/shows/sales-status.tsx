"use client";

import { useMessages } from "../lib/messages/language-context";
import { showMessages } from "../lib/messages/show";
import { useObservable } from "../lib/observable-value";
import { useShowContext } from "./show-context";

/** What there is to do here, if there still is. */
export function SalesStatus() {
  const { store } = useShowContext();
  const text = useMessages(showMessages);
  return useObservable(store.closed) ? text.begun.title : text.chooseSeats;
}
