import type { Metadata } from "next";
import { ButtonLink } from "./components/button";
import { EmptyRoom } from "./components/empty-room";
import { common } from "./lib/messages/common";
import { getMessages } from "./lib/request";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getMessages(common)).notFound.title };
}

export default async function NotFound() {
  const text = await getMessages(common);
  return (
    <EmptyRoom {...text.notFound}>
      <ButtonLink href="/">{text.backToProgramme}</ButtonLink>
    </EmptyRoom>
  );
}
