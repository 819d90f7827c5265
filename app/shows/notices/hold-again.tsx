import { Button } from "../../components/button";
import { useMessages } from "../../lib/messages/language-context";
import { noticeMessages } from "../../lib/messages/show-notices";
import { useObservable } from "../../lib/observable-value";
import { seatsNamed } from "../seat-plan/seat-plan";
import { useShowContext } from "../show-context";

interface HoldAgainProps {
  labels: readonly string[];
  /** The button goes with the notice: what it was about is the first seat. */
  onHold: (seat: number | undefined) => void;
}

/** Seats that were lost are one press away, as long as nobody else has them. */
export function HoldAgain({ labels, onHold }: HoldAgainProps) {
  const { plan, store, buyer } = useShowContext();
  const text = useMessages(noticeMessages).notice;
  useObservable(store.seatsLeft);
  const seats = seatsNamed(plan, labels);
  if (!seats.every(({ index }) => store.view(index) === "available")) return null;
  return (
    <Button
      variant="quiet"
      size="small"
      onClick={() => {
        buyer.hold(seats);
        onHold(seats[0]?.index);
      }}
    >
      {text.holdAgain}
    </Button>
  );
}
