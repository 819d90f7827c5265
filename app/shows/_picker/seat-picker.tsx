"use client";

import type { ReactNode } from "react";
import type { ShowDetails, Snapshot } from "#contract/shows";
import { Announcer } from "./announcer";
import { ConnectionBanner } from "./connection-banner";
import { Desk } from "./desk";
import { LiveFacts } from "./live-facts";
import { Notices } from "./notices";
import { RoomView } from "./room-view";
import styles from "./seat-picker.module.css";
import { ShowSessionProvider } from "./session";

interface SeatPickerProps {
  show: ShowDetails;
  snapshot: Snapshot;
  /** When this page was made. */
  begun: boolean;
  /** What the server says of the film, above the map. */
  children: ReactNode;
}

export function SeatPicker({ show, snapshot, begun, children }: SeatPickerProps) {
  return (
    <ShowSessionProvider show={show} snapshot={snapshot} begun={begun}>
      <ConnectionBanner />
      <div className={styles.page}>
        <header className={styles.head}>
          {children}
          <LiveFacts />
        </header>
        <div className={styles.stage}>
          <div className={styles.room}>
            <Notices />
            <RoomView />
          </div>
          <Desk />
        </div>
      </div>
      <Announcer />
    </ShowSessionProvider>
  );
}
