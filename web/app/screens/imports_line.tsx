// One line of a bank's file: what it is taken for, and what the user says to that.

import { useSignal } from "@preact/signals";
import { write } from "../api.ts";
import { FormDialog } from "../dialog.tsx";
import { SelectField, TextField } from "../form.tsx";
import { Field, Money, useData, useSending } from "../parts.tsx";
import { shortDay } from "../rules/day_names.ts";
import { addDays } from "../rules/days.ts";
import { creates, decide, isReadable, waits } from "../rules/imports.ts";
import { formatCents } from "../rules/money.ts";
import type { Action, Category, Decision, Import, ImportLine, Transaction } from "../rules/records.ts";
import { readTags } from "../rules/tags.ts";
import { FormProblem } from "../trouble.tsx";
import { language, words } from "../words.ts";
import { text } from "./imports_words.ts";

const ACTIONS: readonly Action[] = ["accept", "new", "skip"];

interface LineProps {
  from: Import;
  line: ImportLine;
  path: string;
}

export function Line({ from, line, path }: LineProps) {
  const corrects = useSignal(false);
  const { send, sending, problem } = useSending();
  const categories = useData<Category[]>("/categories").data ?? [];
  const { decision } = line;
  const isOpen = from.state === "preview" && isReadable(line);
  const say = (change: Decision) => send(async () => void (await write("PUT", path, decide(decision, change))));
  const kind = (line.amount_cents ?? 0) > 0 ? "earnings" : "expenses";
  return (
    <li class="row import-line">
      <div class="what">
        <strong>{decision?.description ?? line.description ?? line.raw}</strong>
        <span>
          <span class="hint">
            {[
              line.date && shortDay(line.date, language),
              line.total_installments && `${line.installment}/${line.total_installments}`,
              !isReadable(line) && line.line !== null && text.line(line.line),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>{" "}
          <span class={`status ${waits(line) ? "closed" : ""}`}>{text.verdicts[line.verdict]}</span>{" "}
          <span class="hint">
            {(line.verdict !== "new" || !line.sure) && sentence(line.reason)}
            {waits(line) && isOpen && ` · ${text.waiting}`}
          </span>
        </span>
        <FormProblem problem={problem.value} />
      </div>
      <span class="much">{line.amount_cents !== null && <Money cents={line.amount_cents} />}</span>
      {isOpen && (
        <div class="line-acts">
          <select
            aria-label={`${text.action}: ${line.description}`}
            value={decision?.action ?? (waits(line) ? "" : "accept")}
            disabled={sending}
            onChange={(event) => void say({ action: event.currentTarget.value as Action })}
          >
            {waits(line) && <option value="">{text.waiting}…</option>}
            {[...ACTIONS, ...(decision?.action === "match" ? (["match"] as const) : [])].map((each) => (
              <option key={each} value={each}>
                {text.actions[each]}
              </option>
            ))}
          </select>
          {creates(line) && (
            <select
              aria-label={`${words.entry.category}: ${line.description}`}
              value={decision?.category_id ?? ""}
              disabled={sending}
              onChange={(event) => void say({ category_id: Number(event.currentTarget.value) || undefined } as Decision)}
            >
              <option value="">{words.entry.category}</option>
              {categories
                .filter((each) => !each.archived && each.kind === kind)
                .map(({ id, name, parent_id: parent }) => (
                  <option key={id} value={id}>
                    {parent === null ? name : `– ${name}`}
                  </option>
                ))}
            </select>
          )}
          <button type="button" onClick={() => (corrects.value = true)}>
            {text.correct}
          </button>
        </div>
      )}
      {corrects.value && <Correct from={from} line={line} path={path} onClose={() => (corrects.value = false)} />}
    </li>
  );
}

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function Correct({ from, line, path, onClose }: LineProps & { onClose: () => void }) {
  const { decision } = line;
  const action = useSignal<string>(decision?.action ?? "accept");
  const description = useSignal(decision?.description ?? line.description ?? "");
  const tags = useSignal((decision?.tags ?? []).join(", "));
  const notes = useSignal(decision?.notes ?? "");
  const income = useSignal(decision?.income === undefined ? "" : decision.income ? "in" : "out");
  const row = useSignal(decision?.transaction_id);
  const sending = useSending();
  const { at } = sending;
  const save = async () => {
    const given = readTags(tags.value);
    const said = {
      action: action.value === "accept" && line.sure ? undefined : action.value,
      transaction_id: action.value === "match" ? row.value : undefined,
      description: description.value.trim() === line.description ? undefined : description.value.trim(),
      tags: given.length > 0 ? given : undefined,
      notes: notes.value.trim(),
      income: income.value === "" ? undefined : income.value === "in",
    };
    await write("PUT", path, decide(decision, said as Decision));
    onClose();
  };
  return (
    <FormDialog title={text.correctTitle} onClose={onClose} sending={sending} save={save}>
      <p class="hint raw">
        {text.raw}: {line.raw}
      </p>
      <SelectField
        label={text.action}
        value={action}
        problem={at("action")}
        options={[...ACTIONS, "match" as const].map((each) => [each, text.actions[each]])}
      />
      {action.value === "match" && (
        <RowChoice from={from} line={line} value={row.value} problem={at("transaction_id")} onChange={(id) => (row.value = id)} />
      )}
      {!line.sure && line.verdict === "new" && (
        <SelectField
          label={text.sense}
          value={income}
          problem={at("income")}
          options={[
            ["", `${text.waiting}…`],
            ["in", text.came],
            ["out", text.went],
          ]}
        />
      )}
      <TextField label={words.entry.description} value={description} problem={at("description")} maxLength={255} />
      <TextField label={text.tags} value={tags} hint={text.tagsHint} problem={at("tags")} />
      <Field label={words.entry.notes} problem={at("notes")}>
        {(props) => (
          <textarea {...props} rows={2} value={notes.value} onInput={(event) => (notes.value = event.currentTarget.value)} />
        )}
      </Field>
    </FormDialog>
  );
}

const DAYS_AROUND = 15;

/** Rows of the same place around that day. */
function RowChoice({
  from,
  line,
  value,
  problem,
  onChange,
}: Omit<LineProps, "path"> & { value: number | undefined; problem: string | undefined; onChange: (id: number) => void }) {
  const day = line.date ?? "2000-01-01";
  const place = from.credit_card_id === null ? `account_id=${from.account_id}` : `credit_card_id=${from.credit_card_id}`;
  const period = `start_date=${addDays(day, -DAYS_AROUND)}&end_date=${addDays(day, DAYS_AROUND)}`;
  const rows = useData<Transaction[]>(`/transactions?${place}&${period}&exact_dates=true`).data ?? [];
  return (
    <Field label={text.whichRow} problem={problem}>
      {(props) => (
        <select {...props} value={value ?? ""} onChange={(event) => onChange(Number(event.currentTarget.value))}>
          <option value="">…</option>
          {rows.map((row) => (
            <option key={row.id} value={row.id}>
              {`${shortDay(row.date, language)} · ${row.description} · ${formatCents(row.amount_cents, language)}`}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
