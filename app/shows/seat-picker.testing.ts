/** The seat picker without its pixels, on a real node. */
import { io } from "socket.io-client";
import type { ShowDetails, Snapshot } from "#contract/shows";
import { openBuyer, request } from "#testing/buyer";
import { until } from "#testing/until";
import { closeSalesAtStart } from "../lib/live-show/close-sales-at-start";
import type { ServerClock } from "../lib/live-show/server-clock";
import { ShowConnection } from "../lib/live-show/show-connection";
import { ShowStore } from "../lib/live-show/show-store";
import type { BoxOfficeSocket } from "../lib/network/socket";
import { BuyerActions } from "./buyer-actions";
import { endNotices } from "./notices/end-notices";
import { type SeatPlan, seatPlanOf } from "./seat-plan/seat-plan";

export interface OpenPage {
  plan: SeatPlan;
  store: ShowStore;
  connection: ShowConnection;
  buyer: BuyerActions;
  socket: () => BoxOfficeSocket;
  cookie: string;
  toggle(...labels: string[]): void;
  is(view: string, ...labels: string[]): Promise<void>;
  close(): void;
}

export interface PageOptions {
  showId?: string;
  cookie?: string;
  clock?: ServerClock;
  maxSeats?: number;
}

export async function openSeatPicker(
  nodeUrl: string,
  { showId = "demo", cookie, clock, maxSeats = 8 }: PageOptions,
): Promise<OpenPage> {
  const buyerWithCookie = await openBuyer(nodeUrl, cookie === undefined ? {} : { cookie });
  buyerWithCookie.close();
  const { body: show } = await request<ShowDetails>(nodeUrl, "GET", `/api/shows/${showId}`);
  const { body: snapshot } = await request<Snapshot>(nodeUrl, "GET", `/api/shows/${showId}/seats`);
  const plan = seatPlanOf(show.auditorium.layout);
  const store = new ShowStore(
    snapshot,
    plan.seats.map(({ label }) => label),
  );
  let socket: BoxOfficeSocket | undefined;
  const connection = new ShowConnection(
    showId,
    store,
    async () => {
      socket = io(nodeUrl, {
        transports: ["websocket"],
        forceNew: true,
        autoConnect: false,
        reconnectionDelay: 50,
        extraHeaders: { cookie: buyerWithCookie.cookie },
      });
      return socket;
    },
    clock,
  );
  const buyer = new BuyerActions(connection, plan, maxSeats);
  const stops = [
    connection.start(),
    closeSalesAtStart(show, connection),
    endNotices(buyer, connection, plan),
  ];
  await until("the page is live", () => connection.state.get() === "live");
  const indexOf = (label: string) => plan.byLabel.get(label)?.index ?? -1;
  return {
    plan,
    store,
    connection,
    buyer,
    cookie: buyerWithCookie.cookie,
    socket: () => {
      if (!socket) throw new Error("not connected");
      return socket;
    },
    toggle(...labels) {
      for (const label of labels) {
        const seat = plan.byLabel.get(label);
        if (seat) buyer.toggle(seat);
      }
    },
    is: async (view, ...labels) => {
      for (const label of labels) {
        await until(`${label} is ${view}`, () => store.view(indexOf(label)) === view);
      }
    },
    close: () => {
      for (const stop of stops) stop();
    },
  };
}
