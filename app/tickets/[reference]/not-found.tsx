import { ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty-state";
import { getMessages } from "../../lib/current-request";
import { ticketMessages } from "../../lib/messages/ticket";

export default async function TicketNotFound() {
  const text = await getMessages(ticketMessages);
  return (
    <EmptyState {...text.notFound}>
      <ButtonLink href="/tickets">{text.listTitle}</ButtonLink>
    </EmptyState>
  );
}
