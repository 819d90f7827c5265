import { FAULTS } from "#contract/lab-faults";
import { type MatrixCell, medianOf, runsOf, whyNot } from "#contract/lab-matrix";
import { STRATEGIES, type StrategyCard } from "#contract/lab-strategies";
import type { Language } from "#contract/language";
import { PageLink } from "../../components/page-link";
import { VisuallyHidden } from "../../components/visually-hidden";
import { formatMs } from "../../lib/formatting";
import type { MatrixText } from "../../lib/messages/lab-matrix";
import { replayLink } from "../race/setup/race-setup";
import styles from "./matrix-table.module.css";

interface MatrixTableProps {
  cells: readonly MatrixCell[];
  text: MatrixText;
  language: Language;
}

const COLUMNS = [null, ...FAULTS];

/** A row for each strategy, a column for each fault. On a small screen the faults of a strategy stand below it. */
export function MatrixTable({ cells, text, language }: MatrixTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles.scroller} aria-label={text.table} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.strategy}</th>
            {COLUMNS.map((fault) => (
              <th key={fault?.id ?? "none"} scope="col">
                {fault?.title[language] ?? text.noFault}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {STRATEGIES.map((card) => (
            <tr key={card.id}>
              <th scope="row">{card.title[language]}</th>
              {COLUMNS.map((fault) => {
                const applies = !fault || card.faults[fault.id] !== undefined;
                const cell = cells.find(
                  (one) => one.strategy === card.id && one.fault === (fault?.id ?? null),
                );
                return (
                  <td key={fault?.id ?? "none"} data-applies={applies}>
                    <span className={styles.fault} aria-hidden="true">
                      {fault?.title[language] ?? text.noFault}
                    </span>
                    {cell ? (
                      <Verdict card={card} cell={cell} text={text} language={language} />
                    ) : applies ? (
                      <span className={styles.none}>{text.notRun}</span>
                    ) : (
                      <span
                        className={styles.none}
                        title={fault ? whyNot(card, fault.id)[language] : undefined}
                      >
                        <span aria-hidden="true">–</span>
                        <VisuallyHidden>{text.notApplicable}</VisuallyHidden>
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface VerdictProps {
  card: StrategyCard;
  cell: MatrixCell;
  text: MatrixText;
  language: Language;
}

/** Told by a sign and by words; the colour only repeats it. */
function Verdict({ card, cell, text, language }: VerdictProps) {
  const runs = runsOf(cell);
  const { "sold-many": many, "sold-none": none } = cell.verdicts;
  const median = medianOf(cell.recoveriesMs);
  const { counterexample, fault } = cell;
  return (
    <span className={styles.cell}>
      {many > 0 && (
        <b data-verdict="unsafe">
          <span aria-hidden="true">✕</span> {text.unsafe(many, runs)}
        </b>
      )}
      {none > 0 && (
        <b data-verdict="unavailable">
          <span aria-hidden="true">○</span> {text.unavailable(none, runs)}
        </b>
      )}
      {many + none === 0 && (
        <b data-verdict="safe">
          <span aria-hidden="true">✓</span> {text.safe(runs)}
        </b>
      )}
      {median !== null && <small>{text.recovery(formatMs(median, language))}</small>}
      {counterexample && (
        <PageLink
          href={replayLink({ sides: [{ strategy: card.id, fault }], ...counterexample })}
          aria-label={`${card.title[language]}: ${text.replay(counterexample.buyers)}`}
        >
          {text.replay(counterexample.buyers)}
        </PageLink>
      )}
    </span>
  );
}
