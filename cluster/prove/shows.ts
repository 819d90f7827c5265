import type { Programme } from "#contract/shows";

const SHOWS = 40;

/** Shows to buy for, with their seats: the last to begin, so that none of them begins meanwhile. */
export async function readShows(url: string): Promise<{ id: string; labels: string[] }[]> {
  const answer = await fetch(`${url}/api/shows`);
  const { shows }: Programme = await answer.json();
  return Promise.all(
    shows.slice(-SHOWS).map(async ({ id }) => {
      const map = await fetch(`${url}/api/shows/${id}/seats`);
      const { labels }: { labels: string[] } = await map.json();
      return { id, labels };
    }),
  );
}
