import { ButtonLink } from "../../components/button";
import { EmptyRoom } from "../../components/empty-room";
import { ticket } from "../../lib/messages/ticket";
import { getMessages } from "../../lib/request";

export default async function TicketNotFound() {
  const text = await getMessages(ticket);
  return (
    <EmptyRoom {...text.notFound}>
      <ButtonLink href="/tickets">{text.listTitle}</ButtonLink>
    </EmptyRoom>
  );
}
