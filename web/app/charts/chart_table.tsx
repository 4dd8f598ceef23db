// The figures of a chart as a table, to read, copy or download.
import { language } from "../language.ts";
import { Money } from "../ledger/money.tsx";
import { type Cell, csvOf } from "../rules/csv.ts";
import { chartWords } from "./words.ts";

export interface ChartTable {
  head: readonly string[];
  /** The first cell names the row; numbers are cents. */
  rows: readonly (readonly Cell[])[];
}

export function ChartTableDetails({ name, table }: { name: string; table: ChartTable }) {
  return (
    <details class="twin">
      <summary>{chartWords.table}</summary>
      <Table name={name} table={table} />
      <button type="button" class="small" onClick={() => download(`${name}.csv`, csvOf([table.head, ...table.rows], language))}>
        {chartWords.csv}
      </button>
    </details>
  );
}

export function Table({ name, table: { head, rows } }: { name: string; table: ChartTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section class="scrolls" aria-label={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((each) => (
              <th key={each} scope="col">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, ...cells], index) => (
            <tr key={`${index}-${title}`}>
              <th scope="row">{title}</th>
              {cells.map((cell, column) => (
                <td key={head[column + 1]}>{typeof cell === "number" ? <Money cents={cell} plain /> : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
