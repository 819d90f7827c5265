import { useRouter } from "next/navigation";
import { useState } from "react";
import { seatsOf } from "#contract/layout";
import type { ShowDetails } from "#contract/shows";
import { Button } from "../components/button";
import type { ShowConnection } from "../lib/live-show/show-connection";
import { checkoutMessages } from "../lib/messages/checkout";
import { useMessages } from "../lib/messages/language-context";
import { useObservable } from "../lib/observable-value";

interface HoldAgainProps {
  show: ShowDetails;
  connection: ShowConnection;
  seats: readonly string[];
}

/** The seats that were lost, for another try at paying, while all of them are free. */
export function HoldAgain({ show, connection, seats }: HoldAgainProps) {
  const text = useMessages(checkoutMessages).ended;
  const router = useRouter();
  const { store } = connection;
  useObservable(store.seatsLeft);
  const [asking, setAsking] = useState(false);
  const wanted = seatsOf(show.auditorium.layout).filter(({ label }) => seats.includes(label));
  if (!wanted.every(({ index }) => store.view(index) === "available"))
    return <p role="status">{text.taken}</p>;

  async function holdAgain() {
    setAsking(true);
    const answer = await connection.request("seat:hold", { showId: show.id, seats: [...seats] });
    if (answer.kind === "answered" && answer.outcome.ok) {
      router.replace(`/checkout/${show.id}?hold=${encodeURIComponent(answer.outcome.hold.id)}`);
      return;
    }
    setAsking(false);
    connection.sync();
  }

  return (
    <Button busy={asking} onClick={() => void holdAgain()}>
      {text.holdAgain}
    </Button>
  );
}
