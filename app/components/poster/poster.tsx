/**
 * A movie's poster, drawn from its two colours. The movies of our own programme have a scene each; any other
 * movie gets one that follows from its id, so that no two look alike and none needs an image file.
 */
import { type CSSProperties, type ReactNode, useId } from "react";
import type { Movie } from "#contract/shows";
import styles from "./poster.module.css";
import { BeamScene } from "./scenes/beam";
import { LanternScene } from "./scenes/lantern";
import { MonsoonScene } from "./scenes/monsoon";
import { PlanetsScene } from "./scenes/planets";
import { PlatformScene } from "./scenes/platform";
import { RobotScene } from "./scenes/robot";
import { RowAScene } from "./scenes/row-a";
import { SaltWindScene } from "./scenes/salt-wind";

type Scene = (props: { id: string; seed: string }) => ReactNode;

const SCENES: Record<string, Scene> = {
  "the-last-lantern": LanternScene,
  "row-a-midnight": RowAScene,
  "salt-wind": SaltWindScene,
  "grandmas-robot": RobotScene,
  "the-quiet-platform": PlatformScene,
  "paper-planets": PlanetsScene,
  "second-monsoon": MonsoonScene,
};

/** Decoration: wherever it hangs, the movie is named beside it. */
export function Poster({ movie }: { movie: Pick<Movie, "id" | "palette"> }) {
  const id = useId();
  const scene = Object.hasOwn(SCENES, movie.id) ? SCENES[movie.id] : undefined;
  const DrawnScene = scene ?? BeamScene;
  return (
    <svg
      className={styles.poster}
      style={paletteStyle(movie.palette)}
      viewBox="0 0 200 300"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <DrawnScene id={id} seed={movie.id} />
    </svg>
  );
}

/** The movie's colours as CSS variables, also for what surrounds a poster. */
export function paletteStyle([bright, deep]: Movie["palette"]): CSSProperties {
  const style: CSSProperties & Record<`--${string}`, string> = { "--bright": bright, "--deep": deep };
  return style;
}
