"use client";

import { useEffect, useState } from "react";
import type { RaceSettings } from "#contract/lab";
import { sharedLabSocket } from "../connection/lab-socket";
import { RacePanels } from "../race/panel/race-panels";
import { RaceRun } from "../race/run/race-run";
import { setupOf } from "../race/setup/race-setup";

/** A race that somebody has asked for: followed while it runs, read from its record when it is over. */
export function RecordedRace({ raceId, settings }: { raceId: string; settings: RaceSettings }) {
  const [run] = useState(() => {
    const { sides, ...conditions } = setupOf(settings);
    return new RaceRun(sides[0], conditions);
  });

  useEffect(() => {
    // A moment later, so that an effect that is undone at once, as in development, begins nothing.
    const timer = setTimeout(async () => void run.follow(await sharedLabSocket(), raceId));
    return () => clearTimeout(timer);
  }, [run, raceId]);

  return <RacePanels runs={[run]} />;
}
