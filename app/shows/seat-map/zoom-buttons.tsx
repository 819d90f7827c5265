"use client";

import { useMessages } from "../../lib/messages/language-context";
import { showMessages } from "../../lib/messages/show";
import { useObservable } from "../../lib/observable-value";
import styles from "./auditorium-view.module.css";
import type { MapZoom } from "./map-zoom";

export function ZoomButtons({ zoom }: { zoom: MapZoom }) {
  const text = useMessages(showMessages).zoom;
  const { canGrow, canShrink } = useObservable(zoom.state);
  return (
    <fieldset className={styles.zoom}>
      <legend className={styles.choiceLabel}>{text.label}</legend>
      <button
        type="button"
        className={styles.tool}
        aria-label={text.out}
        title={text.out}
        aria-disabled={!canShrink}
        onClick={() => zoom.shrink()}
      >
        <Icon path="M6 12h12" />
      </button>
      <button
        type="button"
        className={styles.tool}
        aria-label={text.fit}
        title={text.fit}
        aria-disabled={!canShrink}
        onClick={() => zoom.fit()}
      >
        <Icon path="M4 9V5.5A1.5 1.5 0 0 1 5.5 4H9M15 4h3.500A1.5 1.5 0 0 1 20 5.500V9M20 15v3.500a1.5 1.5 0 0 1-1.5 1.500H15M9 20H5.500A1.5 1.5 0 0 1 4 18.500V15" />
      </button>
      <button
        type="button"
        className={styles.tool}
        aria-label={text.in}
        title={text.in}
        aria-disabled={!canGrow}
        onClick={() => zoom.grow()}
      >
        <Icon path="M6 12h12M12 6v12" />
      </button>
    </fieldset>
  );
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
