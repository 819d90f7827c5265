/**
 * What DEMO=on opens, for lessons and load tests: the race lab, sales without a payment, the article's requests, and
 * a programme that renews itself. Without it none of these doors is there.
 */
import type { LabClientToServerEvents } from "#contract/lab";
import type { PublicBoxOffice } from "#server/access/public-box-office";
import { refused } from "#server/booking/decision";
import { articleRoutes } from "#server/http/article-routes";
import type { Route } from "#server/http/route";
import { unpaidSaleRoutes } from "#server/http/unpaid-sale-routes";
import { createLab, type LabDeps } from "#server/lab/lab";
import { startRenewal } from "#server/programme/renew-programme";
import type { Handler } from "#server/realtime/handlers";
import { unpaidSaleHandlers } from "#server/realtime/unpaid-sale-handlers";

export interface Demo {
  routes: Route[];
  handlers: Map<string, Handler>;
  close(): Promise<void>;
}

export interface DemoDeps extends LabDeps {
  publicBoxOffice: PublicBoxOffice;
  onRenewed: () => void;
}

export function openDemo(deps: DemoDeps): Demo {
  const { pool, databaseUrl, publicBoxOffice: boxOffice, log, onRenewed } = deps;
  const lab = createLab(deps);
  const renewal = startRenewal({ pool, databaseUrl, log, onRenewed });
  const { bookWithStrategy, resetStrategies } = lab;
  return {
    routes: [
      ...unpaidSaleRoutes({ boxOffice }),
      ...articleRoutes({ boxOffice, bookWithStrategy, resetStrategies }),
      ...lab.routes,
    ],
    handlers: new Map([...unpaidSaleHandlers({ boxOffice }), ...lab.handlers]),
    async close() {
      await renewal.stop();
      await lab.close();
    },
  };
}

const NOT_FOUND: Handler = { countsAs: "join", handle: async () => refused("not_found") };
const EVENTS: Record<keyof LabClientToServerEvents | "booking:confirm" | "seat:book", Handler> = {
  "booking:confirm": NOT_FOUND,
  "seat:book": NOT_FOUND,
  "lab:join": NOT_FOUND,
  "lab:steps": NOT_FOUND,
  "lab:leave": NOT_FOUND,
  "lab:game:join": NOT_FOUND,
  "lab:game:move": NOT_FOUND,
  "lab:game:give-up": NOT_FOUND,
};

export function closedDemo(): Demo {
  return { routes: [], handlers: new Map(Object.entries(EVENTS)), close: async () => {} };
}
