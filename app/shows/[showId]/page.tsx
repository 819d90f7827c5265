import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { boxOffice } from "#contract/pages";
import { hasBegun } from "#contract/shows";
import { show as words } from "../../lib/messages/show";
import { getLanguage, getMessages } from "../../lib/request";
import { SeatPicker } from "../_picker/seat-picker";
import { ShowStrip } from "../_picker/show-strip";

interface ShowPageProps {
  params: Promise<{ showId: string }>;
}

const findShow = cache((showId: string) => boxOffice().show(showId));

export async function generateMetadata({ params }: ShowPageProps): Promise<Metadata> {
  const [{ showId }, language, text] = await Promise.all([params, getLanguage(), getMessages(words)]);
  const found = await findShow(showId);
  return found ? { title: text.title(found.show.movie.title[language]) } : {};
}

export default async function ShowPage({ params }: ShowPageProps) {
  const found = await findShow((await params).showId);
  if (!found) notFound();
  const { show, snapshot } = found;
  return (
    <SeatPicker key={show.id} show={show} snapshot={snapshot} begun={hasBegun(show, Date.now())}>
      <ShowStrip show={show} />
    </SeatPicker>
  );
}
