/** Screens of the show, one at each node: they come back when they are cut off, as pages do. */
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { falseStates, openViewer, type Viewer } from "#testing/viewer";
import type { TorturedNode } from "./cinema";

const COME_BACK_EVERY_MS = 100;

export interface Screens {
  viewers: Viewer[];
  /** States that were shown and never were. */
  falseStates(sql: pg.Pool): Promise<string[]>;
  close(): void;
}

export async function openScreens(nodes: TorturedNode[], showId: string): Promise<Screens> {
  const viewers = await Promise.all(nodes.map(({ url }) => openViewer(url, showId)));
  let closed = false;
  for (const [at, viewer] of viewers.entries()) void keepOpen(viewer, nodes[at]?.url ?? "");
  return {
    viewers,
    async falseStates(sql) {
      const wrong = await Promise.all(viewers.map((viewer) => falseStates(viewer, sql, showId)));
      return wrong.flat();
    },
    close() {
      closed = true;
      for (const viewer of viewers) viewer.close();
    },
  };

  async function keepOpen(viewer: Viewer, url: string): Promise<void> {
    for (let away = false; !closed; ) {
      await delay(COME_BACK_EVERY_MS);
      // A frozen node does not answer: the page waits for it as long as its socket stands.
      if (closed || (viewer.buyer().socket.connected && !away)) continue;
      away = await viewer.reconnect(url).then(
        () => false,
        () => true,
      );
      if (closed) viewer.close();
    }
  }
}
