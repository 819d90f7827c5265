import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { pageSource } from "#contract/pages";
import { Poster } from "../../components/poster/poster";
import { getLanguage, getMessages } from "../../lib/current-request";
import { formatLongDay } from "../../lib/formatting";
import { checkoutMessages } from "../../lib/messages/checkout";
import { Checkout } from "../checkout";

interface CheckoutPageProps {
  params: Promise<{ showId: string }>;
  searchParams: Promise<{ hold?: string | string[] }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getMessages(checkoutMessages)).title, robots: { index: false } };
}

export default async function CheckoutPage({ params, searchParams }: CheckoutPageProps) {
  const [{ showId }, { hold }, language] = await Promise.all([params, searchParams, getLanguage()]);
  const found = typeof hold === "string" ? await pageSource().show(showId) : null;
  if (!found || typeof hold !== "string") notFound();
  const { show, snapshot } = found;
  return (
    <Checkout
      key={hold}
      show={show}
      snapshot={snapshot}
      holdId={hold}
      day={formatLongDay(show.startsAt, language)}
      poster={<Poster movie={show.movie} />}
    />
  );
}
