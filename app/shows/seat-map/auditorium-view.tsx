"use client";

import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { paletteStyle } from "../../components/poster/poster";
import { useMessages } from "../../lib/messages/language-context";
import { showMessages } from "../../lib/messages/show";
import { useObservable } from "../../lib/observable-value";
import { RecentChanges } from "../notices/recent-changes";
import { useSelling, useShowContext } from "../show-context";
import styles from "./auditorium-view.module.css";
import { MapZoom } from "./map-zoom";
import { Minimap } from "./minimap";
import { PointedSeat } from "./pointed-seat";
import { SeatGrid } from "./seat-grid";
import { SeatLegend } from "./seat-legend";
import { SeatList } from "./seat-list";
import { SeatTip } from "./seat-tip";
import { ZoomButtons } from "./zoom-buttons";

/** The auditorium: as a map drawn from its layout, or as a list of the same seats. */
export function AuditoriumView() {
  const { show, plan } = useShowContext();
  const text = useMessages(showMessages);
  const selling = useSelling();
  const [shown, setShown] = useState<"map" | "list">("map");
  const [zoom] = useState(() => new MapZoom());
  const style: CSSProperties & Record<`--${string}`, number | string> = {
    ...paletteStyle(show.movie.palette),
    "--columns": plan.columns,
    "--depth": plan.depth,
  };
  return (
    <section className={styles.auditorium} style={style} aria-label={text.chooseSeats} data-selling={selling}>
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
      {shown === "map" ? <SeatMap zoom={zoom} /> : <SeatList />}
      <div className={styles.foot}>
        <SeatLegend />
        <RecentChanges />
      </div>
    </section>
  );
}

function SeatMap({ zoom }: { zoom: MapZoom }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { overview } = useObservable(zoom.state);
  const text = useMessages(showMessages);
  const [pointed] = useState(() => new PointedSeat());
  useEffect(() => (scroller.current ? zoom.attach(scroller.current) : undefined), [zoom]);
  useEffect(() => (scroller.current ? pointed.attach(scroller.current) : undefined), [pointed]);

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
      <Minimap scroller={scroller} />
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
      <SeatTip pointed={pointed} scroller={scroller} />
    </div>
  );
}
