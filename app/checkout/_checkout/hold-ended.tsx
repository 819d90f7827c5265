import Link from "next/link";
import type { Hold } from "#contract/outcomes";
import type { ShowDetails } from "#contract/shows";
import { ButtonLink } from "../../components/button";
import { EmptyRoom } from "../../components/empty-room";
import type { LiveShow } from "../../lib/live/live-show";
import { useCell } from "../../lib/live/use-cell";
import { checkout } from "../../lib/messages/checkout";
import { useMessages } from "../../lib/messages/language-context";
import styles from "./checkout.module.css";

interface HoldEndedProps {
  show: ShowDetails;
  live: LiveShow;
  hold: Hold | undefined;
}

/** Perhaps it lapsed, perhaps it became a ticket in another tab: both are told. */
export function HoldEnded({ show, live, hold }: HoldEndedProps) {
  const text = useMessages(checkout);
  const bookings = useCell(live.store.bookings);
  const bought = hold
    ? bookings.filter(({ seats }) => seats.some((seat) => hold.seats.includes(seat)))
    : bookings;
  return (
    <EmptyRoom {...text.ended}>
      <ButtonLink href={`/shows/${show.id}`}>{text.ended.pickAgain}</ButtonLink>
      {bought.length > 0 && (
        <p className={styles.already}>
          {text.ended.alreadyYours}{" "}
          {bought.map(({ reference, seats }) => (
            <Link prefetch={false} key={reference} href={`/tickets/${reference}`}>
              {seats.join(", ")}
            </Link>
          ))}
        </p>
      )}
    </EmptyRoom>
  );
}
