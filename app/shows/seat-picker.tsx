"use client";

import type { ReactNode } from "react";
import { BuyerPanel } from "./buyer-panel/buyer-panel";
import { LiveStatus } from "./live-status";
import { BuyerNotices } from "./notices/buyer-notices";
import { ConnectionBanner } from "./notices/connection-banner";
import { ScreenReaderAnnouncer } from "./notices/screen-reader-announcer";
import { AuditoriumView } from "./seat-map/auditorium-view";
import styles from "./seat-picker.module.css";
import { type ShowAtFirst, ShowProvider, useShowContext } from "./show-context";

interface SeatPickerProps extends ShowAtFirst {
  /** What the server says of the movie, above the map. */
  children: ReactNode;
}

export function SeatPicker({ children, ...atFirst }: SeatPickerProps) {
  return (
    <ShowProvider {...atFirst}>
      <ShowConnectionBanner />
      <div className={styles.page}>
        <header className={styles.head}>
          {children}
          <LiveStatus />
        </header>
        <div className={styles.columns}>
          <div className={styles.auditorium}>
            <BuyerNotices />
            <AuditoriumView />
          </div>
          <BuyerPanel />
        </div>
      </div>
      <ScreenReaderAnnouncer />
    </ShowProvider>
  );
}

function ShowConnectionBanner() {
  return <ConnectionBanner connection={useShowContext().connection} />;
}
