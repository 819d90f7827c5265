import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { pageSource } from "#contract/pages";
import { hasBegun } from "#contract/shows";
import { getLanguage, getMessages } from "../../lib/current-request";
import { showMessages } from "../../lib/messages/show";
import { SeatPicker } from "../seat-picker";
import { ShowHeader } from "../show-header";

interface ShowPageProps {
  params: Promise<{ showId: string }>;
}

const findShow = cache((showId: string) => pageSource().show(showId));

export async function generateMetadata({ params }: ShowPageProps): Promise<Metadata> {
  const [{ showId }, language, text] = await Promise.all([params, getLanguage(), getMessages(showMessages)]);
  const found = await findShow(showId);
  return found ? { title: text.title(found.show.movie.title[language]) } : {};
}

export default async function ShowPage({ params }: ShowPageProps) {
  const found = await findShow((await params).showId);
  if (!found) notFound();
  return (
    <SeatPicker key={found.show.id} {...found} begun={hasBegun(found.show, Date.now())}>
      <ShowHeader show={found.show} />
    </SeatPicker>
  );
}
