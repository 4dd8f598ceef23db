// Asks for the columns of an unknown table.
import { type Signal, useSignal } from "@preact/signals";
import { type ColumnProblem, columnsOf, ROLES, type Role, rolesOf } from "../../rules/import_columns.ts";
import type { ColumnQuestion, Columns } from "../../rules/records.ts";
import { CheckField, SelectField } from "../../ui/form.tsx";
import { importWords } from "./words.ts";

const MOST_ROWS = 5;

interface ColumnChooserProps {
  question: ColumnQuestion;
  problem: string | undefined;
  sending: boolean;
  onChoose: (columns: Columns) => void;
}

export function ColumnChooser({ question, problem, sending, onChoose }: ColumnChooserProps) {
  const roles = useSignal<Role[]>(rolesOf(question));
  const isInverted = useSignal(question.guess?.isInverted ?? false);
  const dayOrder = useSignal<NonNullable<Columns["dayOrder"]>>(question.guess?.dayOrder ?? "dmy");
  const decimal = useSignal<NonNullable<Columns["decimal"]> | "">(question.guess?.decimal ?? "");
  const missing = useSignal<ColumnProblem | undefined>(undefined);
  const go = () => {
    const options = { isInverted: isInverted.value, dayOrder: dayOrder.value, ...(decimal.value && { decimal: decimal.value }) };
    const result = columnsOf(roles.value, question.guess, options);
    missing.value = "problem" in result ? result.problem : undefined;
    if ("columns" in result) onChoose(result.columns);
  };
  const wrong = missing.value ? importWords.columnProblems[missing.value] : problem;
  return (
    <fieldset class="stack">
      <legend>
        <strong>{importWords.columnsTitle}</strong>
      </legend>
      <p class="hint">{importWords.columnsHint}</p>
      <SampleTable question={question} roles={roles} />
      <SelectField label={importWords.dayOrder} value={dayOrder} options={Object.entries(importWords.dayOrders)} />
      <SelectField label={importWords.decimal} value={decimal} options={Object.entries(importWords.decimals)} />
      <CheckField label={importWords.inverted} value={isInverted} />
      {wrong && (
        <p class="problem" role="alert">
          {wrong}
        </p>
      )}
      <div class="acts">
        <button type="button" class="main" disabled={sending} onClick={go}>
          {importWords.columnsGo}
        </button>
      </div>
    </fieldset>
  );
}

function SampleTable({ question, roles }: { question: ColumnQuestion; roles: Signal<Role[]> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is reached by the keyboard
    <section class="sideways" tabIndex={0} aria-label={importWords.columnsTitle}>
      <table class="sample">
        <thead>
          <tr>
            {roles.value.map((role, column) => (
              <th key={column} scope="col">
                <span>{question.header[column] || importWords.column(column + 1)}</span>
                <select
                  aria-label={`${importWords.column(column + 1)} ${question.header[column] ?? ""}`}
                  value={role}
                  onChange={(event) => (roles.value = roles.value.with(column, event.currentTarget.value as Role))}
                >
                  {ROLES.map((each) => (
                    <option key={each} value={each}>
                      {importWords.roles[each]}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {question.sample.slice(0, MOST_ROWS).map((cells) => (
            <tr key={cells.join("\0")}>
              {roles.value.map((_, column) => (
                <td key={column}>{cells[column] ?? ""}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
