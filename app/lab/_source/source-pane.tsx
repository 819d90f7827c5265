"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { StrategySource } from "#contract/lab";
import { type StrategyId, strategyCard } from "#contract/lab-strategies";
import { lab } from "../../lib/messages/lab";
import { useMessages } from "../../lib/messages/language-context";
import { highlight } from "./highlight";
import styles from "./source-pane.module.css";
import { strategySource } from "./strategy-source";

export interface Light {
  step: string;
  /** Whose light it is, where there are several; also its colour. */
  label?: "A" | "B";
}

interface SourcePaneProps {
  strategy: StrategyId;
  /** The lines of these steps are lit. */
  lights?: readonly Light[];
  /** How many buyers are inside each step at the moment shown. */
  counts?: ReadonlyMap<string, number> | undefined;
  /** Where nothing has run yet. */
  title?: string;
}

/** The strategy's own file, with the line of the step in question lit. */
export function SourcePane({ strategy, lights = NO_LIGHTS, counts, title }: SourcePaneProps) {
  const text = useMessages(lab);
  const source = useSource(strategy);
  const pane = useRef<HTMLElement>(null);
  const lines = useMemo(() => (source ? highlight(source.text) : []), [source]);
  const lit = useMemo(() => litLines(source, lights), [source, lights]);

  useEffect(() => {
    const [first] = [...lit.keys()].sort((a, b) => a - b);
    const line = first === undefined ? null : pane.current?.querySelector(`[data-line="${first}"]`);
    if (line instanceof HTMLElement && pane.current) showLine(pane.current, line);
  }, [lit]);

  return (
    <figure className={styles.source}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{title ?? text.source.title}</span>
        <code>{source?.path ?? strategyCard(strategy).sourcePath}</code>
      </figcaption>
      {source === undefined && <p className={styles.note}>{text.source.loading}</p>}
      {source === null && <p className={styles.note}>{text.source.failed}</p>}
      {source && (
        <section
          ref={pane}
          className={styles.pane}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          aria-label={text.source.file(source.path)}
        >
          <pre className={styles.code}>
            {lines.map((tokens, index) => {
              const number = index + 1;
              const lights = lit.get(number);
              const here = countAt(source, counts, number);
              return (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
                  key={index}
                  className={styles.line}
                  data-line={number}
                  data-lit={lights?.join("") || undefined}
                >
                  <span className={styles.number} aria-hidden="true">
                    {number}
                  </span>
                  {tokens.map((token, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line never move.
                    <span key={place} data-kind={token.kind}>
                      {token.text}
                    </span>
                  ))}
                  {here > 0 && (
                    <span className={styles.here} title={text.source.here(here)}>
                      {here}
                    </span>
                  )}
                  {"\n"}
                </span>
              );
            })}
          </pre>
        </section>
      )}
    </figure>
  );
}

const NO_LIGHTS: readonly Light[] = [];

/** Undefined while it is being fetched, null when it could not be. */
function useSource(strategy: StrategyId): StrategySource | null | undefined {
  const [fetched, setFetched] = useState<{ strategy: StrategyId; source: StrategySource | null }>();
  useEffect(() => {
    let wanted = true;
    strategySource(strategy).then((source) => wanted && setFetched({ strategy, source }));
    return () => {
      wanted = false;
    };
  }, [strategy]);
  return fetched?.strategy === strategy ? fetched.source : undefined;
}

function litLines(
  source: StrategySource | null | undefined,
  lights: readonly Light[],
): Map<number, string[]> {
  const lit = new Map<number, string[]>();
  for (const { step, label } of lights) {
    for (const line of source?.lines[step] ?? []) lit.set(line, [...(lit.get(line) ?? []), label ?? "·"]);
  }
  return lit;
}

function countAt(source: StrategySource, counts: SourcePaneProps["counts"], line: number): number {
  if (!counts) return 0;
  for (const [step, count] of counts) if (source.lines[step]?.[0] === line) return count;
  return 0;
}

/** Within the pane only: the page itself stays where the reader is. */
function showLine(pane: HTMLElement, line: HTMLElement): void {
  const top = line.offsetTop - pane.offsetTop;
  if (top < pane.scrollTop + 30 || top > pane.scrollTop + pane.clientHeight - 60) {
    pane.scrollTop = top - pane.clientHeight / 3;
  }
}
