/** Buyers for the view, who come and go at the press of a key. */
import type { Cluster } from "./cluster";
import { type Buyers, sendBuyers } from "./prove/buyers";
import { readShows } from "./prove/shows";

const BUYERS = 24;

export interface Crowd {
  isThere(): boolean;
  toggle(): Promise<void>;
  stop(): Promise<void>;
}

export function createCrowd({ url }: Cluster): Crowd {
  let buyers: Buyers | undefined;
  const stop = async () => {
    const leaving = buyers;
    buyers = undefined;
    await leaving?.goHome();
  };
  return {
    isThere: () => buyers !== undefined,
    async toggle() {
      if (buyers) return stop();
      buyers = await sendBuyers({ url, count: BUYERS, seed: Date.now(), shows: await readShows(url) });
    },
    stop,
  };
}
