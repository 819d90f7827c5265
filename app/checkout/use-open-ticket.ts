/** Opens the ticket of what was sold once the server can be reached: a page that is gone for is not there offline. */
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { Booking } from "#contract/outcomes";
import type { ShowConnection } from "../lib/live-show/show-connection";
import { get } from "../lib/network/http";
import { useObservable } from "../lib/observable-value";

export function useOpenTicket(sold: Booking | undefined, connection: ShowConnection): void {
  const router = useRouter();
  const connected = useObservable(connection.state) === "live";
  const reference = sold?.reference;
  useEffect(() => {
    if (reference === undefined || !connected) return;
    let ended = false;
    void get(`/api/bookings/${reference}`).then((answer) => {
      if (ended) return;
      if (answer === "lost") connection.pauseUntilSynced();
      else router.replace(`/tickets/${reference}?new`);
    });
    return () => {
      ended = true;
    };
  }, [reference, connected, connection, router]);
}
