/** How often A1 was sold, by strategy and by how the buyers came: the article's table in one look, for the README. */
import { renderTable } from "../../bench/tables";
import type { FinishedRun } from "../one-run";
import { COMPARED } from "../scenarios";
import { summarise } from "./summary";

export function soldTable(runs: FinishedRun[]): string {
  const rows = runs.map(summarise);
  const red = rows.find(({ colour }) => colour === "red");
  if (red) throw new Error(`${red.scenario}, ${red.title}: ${red.verdict}`);
  const sold = (scenario: string, title: string) =>
    rows.find((row) => row.scenario === scenario && row.title === title)?.success.toLocaleString("en-US") ??
    "–";
  return renderTable({
    caption: "",
    columns: ["Times A1 was sold", "100 buyers, ten a second", "100 at once", "1,000 at once"],
    rows: COMPARED.map(({ id, title }) => [
      title.en,
      sold("article", id),
      sold("hot-seat", `${id}, 100 at once`),
      sold("hot-seat", `${id}, 1,000 at once`),
    ]),
  });
}
