"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { StrategySource } from "#contract/lab";
import { type StrategyId, strategyCard } from "#contract/lab-strategies";
import { labMessages } from "../../lib/messages/lab";
import { useMessages } from "../../lib/messages/language-context";
import { requestLab } from "../connection/lab-http";
import { highlight, openingLength } from "./highlight";
import styles from "./source-pane.module.css";
import { useFollowedLines } from "./use-followed-lines";

interface HighlightedStep {
  step: string;
  /** Whose light it is, where there are several; also its colour. */
  label?: "A" | "B";
}

interface SourcePaneProps {
  strategy: StrategyId;
  /** The lines of these steps are lit. */
  highlights?: readonly HighlightedStep[];
  /** How many buyers are inside each step at the moment shown. */
  counts?: ReadonlyMap<string, number> | undefined;
  /** Where nothing has run yet. */
  title?: string;
}

/** The strategy's own file, with the line of the step in question lit. */
export function SourcePane({ strategy, highlights = NO_HIGHLIGHTS, counts, title }: SourcePaneProps) {
  const text = useMessages(labMessages);
  const source = useSource(strategy);
  const pane = useRef<HTMLElement>(null);
  const lines = useMemo(() => (source ? highlight(source.text) : []), [source]);
  const opening = useMemo(() => (source ? openingLength(source.text) : 0), [source]);
  const [unfolded, setUnfolded] = useState(false);
  const highlighted = useMemo(() => highlightedLines(source, highlights), [source, highlights]);
  useFollowedLines(pane, highlighted, unfolded);

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
          {opening > 0 && (
            <button
              type="button"
              className={styles.opening}
              aria-expanded={unfolded}
              onClick={() => setUnfolded(!unfolded)}
            >
              {text.source.opening(opening)}
            </button>
          )}
          <pre className={styles.code}>
            {lines.map((tokens, index) => {
              const number = index + 1;
              if (number <= opening && !unfolded) return null;
              const highlights = highlighted.get(number);
              const here = countAt(source, counts, number);
              return (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
                  key={index}
                  className={styles.line}
                  data-line={number}
                  data-highlighted={highlights?.join("") || undefined}
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

const NO_HIGHLIGHTS: readonly HighlightedStep[] = [];

/** Undefined while it is being fetched, null when it could not be. */
function useSource(strategy: StrategyId): StrategySource | null | undefined {
  const [fetched, setFetched] = useState<{ strategy: StrategyId; source: StrategySource | null }>();
  useEffect(() => {
    let wanted = true;
    fetchSource(strategy).then((source) => wanted && setFetched({ strategy, source }));
    return () => {
      wanted = false;
    };
  }, [strategy]);
  return fetched?.strategy === strategy ? fetched.source : undefined;
}

/** The files the lab ran, fetched once a page: `GET /api/lab/strategies/:id/source`. */
const fetchedSources = new Map<StrategyId, Promise<StrategySource | null>>();

function fetchSource(strategy: StrategyId): Promise<StrategySource | null> {
  const cached = fetchedSources.get(strategy);
  if (cached) return cached;
  const fetched = requestLab(`strategies/${strategy}/source`, isSource).then((source) => {
    if (source?.ok) return source;
    // Not kept: the next time it is asked for, the lab may be there.
    fetchedSources.delete(strategy);
    return null;
  });
  fetchedSources.set(strategy, fetched);
  return fetched;
}

function isSource(answer: object): answer is StrategySource {
  return "text" in answer && typeof answer.text === "string" && "lines" in answer;
}

function highlightedLines(
  source: StrategySource | null | undefined,
  highlights: readonly HighlightedStep[],
): Map<number, string[]> {
  const highlighted = new Map<number, string[]>();
  for (const { step, label } of highlights) {
    for (const line of source?.lines[step] ?? [])
      highlighted.set(line, [...(highlighted.get(line) ?? []), label ?? "·"]);
  }
  return highlighted;
}

function countAt(source: StrategySource, counts: SourcePaneProps["counts"], line: number): number {
  if (!counts) return 0;
  for (const [step, count] of counts) if (source.lines[step]?.[0] === line) return count;
  return 0;
}
