import type { Hold } from "#contract/outcomes";
import type { ShowDetails } from "#contract/shows";
import { ButtonLink } from "../components/button";
import { EmptyState } from "../components/empty-state";
import { PageLink } from "../components/page-link";
import type { ShowConnection } from "../lib/live-show/show-connection";
import { checkoutMessages } from "../lib/messages/checkout";
import { useMessages } from "../lib/messages/language-context";
import { useObservable } from "../lib/observable-value";
import styles from "./checkout.module.css";
import { HoldAgain } from "./hold-again";

interface HoldEndedProps {
  show: ShowDetails;
  connection: ShowConnection;
  hold: Hold | undefined;
}

/** Perhaps it lapsed, perhaps it became a ticket in another tab: both are told. */
export function HoldEnded({ show, connection, hold }: HoldEndedProps) {
  const text = useMessages(checkoutMessages);
  const bookings = useObservable(connection.store.bookings);
  const bought = hold
    ? bookings.filter(({ seats }) => seats.some((seat) => hold.seats.includes(seat)))
    : bookings;
  return (
    <EmptyState {...text.ended} title={hold ? text.ended.titleOf(hold.seats.join(", ")) : text.ended.title}>
      {hold && bought.length === 0 && <HoldAgain show={show} connection={connection} seats={hold.seats} />}
      <ButtonLink variant="quiet" href={`/shows/${show.id}`}>
        {text.ended.pickAgain}
      </ButtonLink>
      {bought.length > 0 && (
        <p className={styles.already}>
          {text.ended.alreadyYours}{" "}
          {bought.map(({ reference, seats }) => (
            <PageLink key={reference} href={`/tickets/${reference}`}>
              {seats.join(", ")}
            </PageLink>
          ))}
        </p>
      )}
    </EmptyState>
  );
}
