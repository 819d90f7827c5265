"use client";

import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { paletteStyle } from "../../components/poster/poster";
import { useCell } from "../../lib/live/use-cell";
import { useMessages } from "../../lib/messages/language-context";
import { show as words } from "../../lib/messages/show";
import { Feed } from "./feed";
import { Legend } from "./legend";
import { MapZoom } from "./map-zoom";
import { Minimap } from "./minimap";
import styles from "./room-view.module.css";
import { SeatGrid } from "./seat-grid";
import { SeatList } from "./seat-list";
import { useSession } from "./session";
import { ZoomButtons } from "./zoom-buttons";

/** The auditorium: as a map drawn from its layout, or as a list of the same seats. */
export function RoomView() {
  const { show, room } = useSession();
  const text = useMessages(words);
  const [shown, setShown] = useState<"map" | "list">("map");
  const [zoom] = useState(() => new MapZoom());
  const style: CSSProperties & Record<`--${string}`, number | string> = {
    ...paletteStyle(show.movie.palette),
    "--columns": room.columns,
    "--depth": room.depth,
  };
  return (
    <section className={styles.room} style={style} aria-label={text.chooseSeats}>
      <div className={styles.tools}>
        <fieldset className={styles.choice}>
          <legend className={styles.choiceLabel}>{text.viewAs}</legend>
          {(["map", "list"] as const).map((option) => (
            <button
              key={option}
              type="button"
              className={styles.option}
              aria-pressed={shown === option}
              onClick={() => setShown(option)}
            >
              {text[option]}
            </button>
          ))}
        </fieldset>
        {shown === "map" && (
          <>
            <p className={styles.hint}>{text.zoom.hint}</p>
            <ZoomButtons zoom={zoom} />
          </>
        )}
      </div>
      {shown === "map" ? <RoomMap zoom={zoom} /> : <SeatList />}
      <div className={styles.foot}>
        <Legend />
        <Feed />
      </div>
    </section>
  );
}

function RoomMap({ zoom }: { zoom: MapZoom }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { overview } = useCell(zoom.state);
  const text = useMessages(words);
  useEffect(() => (scroller.current ? zoom.attach(scroller.current) : undefined), [zoom]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") zoom.grow();
    else if (event.key === "-") zoom.shrink();
    else if (event.key === "0") zoom.fit();
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys pressed on the grid inside arrive here. */}
      <div
        ref={scroller}
        className={styles.scroller}
        data-overview={overview || undefined}
        onKeyDown={onKeyDown}
      >
        <div className={styles.floor}>
          <div className={styles.screen} aria-hidden="true">
            <div className={styles.canvas} />
            <span className={styles.screenName}>{text.screen}</span>
          </div>
          <SeatGrid zoom={zoom} />
        </div>
      </div>
      {overview && <p className={styles.tapHint}>{text.zoom.tapHint}</p>}
      <Minimap scroller={scroller} />
    </div>
  );
}
