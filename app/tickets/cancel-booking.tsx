"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import type { BookingDetails } from "#contract/outcomes";
import { Button } from "../components/button";
import { Dialog } from "../components/dialog";
import { Notice } from "../components/notice";
import { useMessages } from "../lib/messages/language-context";
import { ticketMessages } from "../lib/messages/ticket";
import { post } from "../lib/network/http";

export function CancelBooking({ reference, seats }: { reference: string; seats: string[] }) {
  const text = useMessages(ticketMessages);
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [cancelling, startCancelling] = useTransition();

  function cancel() {
    startCancelling(async () => {
      setProblem(undefined);
      const outcome = await post<{ booking: BookingDetails }>(`/api/bookings/${reference}/cancel`, {});
      if (outcome === "lost") setProblem(text.offline);
      else if (!outcome.ok) setProblem(outcome.message);
      else {
        setAsking(false);
        router.refresh();
      }
    });
  }

  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {text.cancel}
      </Button>
      <Dialog
        open={asking}
        title={text.cancelQuestion}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {text.cancelNo}
            </Button>
            <Button variant="danger" busy={cancelling} onClick={cancel}>
              {text.cancelYes}
            </Button>
          </>
        }
      >
        <p>{text.cancelText(seats.join(", "))}</p>
        <div role="alert">{problem && <Notice tone="bad">{problem}</Notice>}</div>
      </Dialog>
    </>
  );
}
