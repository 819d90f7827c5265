import type { Metadata } from "next";
import { ButtonLink } from "./components/button";
import { EmptyState } from "./components/empty-state";
import { getMessages } from "./lib/current-request";
import { commonMessages } from "./lib/messages/common";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getMessages(commonMessages)).notFound.title };
}

export default async function NotFound() {
  const text = await getMessages(commonMessages);
  return (
    <EmptyState {...text.notFound}>
      <ButtonLink href="/">{text.backToProgramme}</ButtonLink>
    </EmptyState>
  );
}
