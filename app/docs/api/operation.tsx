import type { DocsText } from "../../lib/messages/docs";
import styles from "./operation.module.css";
import type { ApiOperation } from "./read-openapi";

interface OperationProps {
  operation: ApiOperation;
  text: DocsText;
}

/** Summaries come from the server, which writes them in English. */
export function Operation({ operation, text }: OperationProps) {
  const { id, method, path, summary, fields, answer, refusals } = operation;
  return (
    <article id={id} className={styles.operation} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.title}>
        <span className={styles.method} data-method={method}>
          {method}
        </span>{" "}
        <code>{path}</code>
      </h2>
      <p lang="en">{summary}.</p>
      {fields.length > 0 && (
        <>
          <h3 className={styles.part}>{text.takes}</h3>
          <table className={styles.fields}>
            <thead>
              <tr>
                <th scope="col">{text.field}</th>
                <th scope="col">{text.type}</th>
                <th scope="col">{text.where}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ name, type, where, required }) => (
                <tr key={name}>
                  <th scope="row">
                    <code>{name}</code>
                  </th>
                  <td>
                    <code className={styles.type}>{type}</code>
                  </td>
                  <td>
                    {text.places[where]}, {required ? text.required : text.optional}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <h3 className={styles.part}>{text.answers}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre className={styles.answer} tabIndex={0}>
        {answer}
      </pre>
      <h3 className={styles.part}>{text.refuses}</h3>
      <dl className={styles.refusals} lang="en">
        {refusals.map(({ status, reason }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
