// One line of a bank's file: what it is taken for, and what the user says to that.
import { useSignal } from "@preact/signals";
import { write } from "../api.ts";
import { Dialog, Field, FormProblem, Money, useData, useSending } from "../parts.tsx";
import { addDays, shortDay } from "../rules/days.ts";
import { creates, decide, isReadable, waits } from "../rules/imports.ts";
import { formatCents } from "../rules/money.ts";
import type { Action, Category, Decision, Import, ImportLine, Transaction } from "../rules/records.ts";
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
        <span class="hint">
          {[
            line.date && shortDay(line.date, language),
            line.total_installments && `${line.installment}/${line.total_installments}`,
            !isReadable(line) && line.line !== null && text.line(line.line),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        <span>
          <span class={`status ${waits(line) ? "closed" : ""}`}>{text.verdicts[line.verdict]}</span>{" "}
          <span class="hint">
            {line.reason}
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
          <button type="button" class="small" onClick={() => (corrects.value = true)}>
            {text.correct}
          </button>
        </div>
      )}
      {corrects.value && <Correct from={from} line={line} path={path} onClose={() => (corrects.value = false)} />}
    </li>
  );
}

function Correct({ from, line, path, onClose }: LineProps & { onClose: () => void }) {
  const { decision } = line;
  const action = useSignal<Action>(decision?.action ?? "accept");
  const description = useSignal(decision?.description ?? line.description ?? "");
  const tags = useSignal((decision?.tags ?? []).join(", "));
  const notes = useSignal(decision?.notes ?? "");
  const income = useSignal(decision?.income);
  const row = useSignal(decision?.transaction_id);
  const { form, send, at, sending, problem } = useSending();
  const save = () =>
    send(async () => {
      const given = tags.value
        .split(",")
        .map((tag) => tag.trim())
        .filter(Boolean);
      const said = {
        action: action.value === "accept" && line.sure ? undefined : action.value,
        transaction_id: action.value === "match" ? row.value : undefined,
        description: description.value.trim() === line.description ? undefined : description.value.trim(),
        tags: given.length > 0 ? given : undefined,
        notes: notes.value.trim(),
        income: income.value,
      };
      await write("PUT", path, decide(decision, said as Decision));
      onClose();
    });
  return (
    <Dialog title={text.correctTitle} onClose={onClose}>
      <form
        ref={form}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormProblem problem={problem.value} />
        <p class="hint raw">
          {text.raw}: {line.raw}
        </p>
        <Field label={text.action} problem={at("action")}>
          {(props) => (
            <select {...props} value={action.value} onChange={(event) => (action.value = event.currentTarget.value as Action)}>
              {[...ACTIONS, "match" as const].map((each) => (
                <option key={each} value={each}>
                  {text.actions[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {action.value === "match" && (
          <RowChoice
            from={from}
            line={line}
            value={row.value}
            problem={at("transaction_id")}
            onChange={(id) => (row.value = id)}
          />
        )}
        {!line.sure && line.verdict === "new" && (
          <Field label={text.sense} problem={at("income")}>
            {(props) => (
              <select
                {...props}
                value={income.value === undefined ? "" : income.value ? "in" : "out"}
                onChange={({ currentTarget: { value } }) => {
                  income.value = value === "" ? undefined : value === "in";
                }}
              >
                <option value="">{text.waiting}…</option>
                <option value="in">{text.came}</option>
                <option value="out">{text.went}</option>
              </select>
            )}
          </Field>
        )}
        <Field label={words.entry.description} problem={at("description")}>
          {(props) => (
            <input
              {...props}
              maxLength={255}
              value={description.value}
              onInput={(event) => (description.value = event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={text.tags} hint={text.tagsHint} problem={at("tags")}>
          {(props) => <input {...props} value={tags.value} onInput={(event) => (tags.value = event.currentTarget.value)} />}
        </Field>
        <Field label={words.entry.notes} problem={at("notes")}>
          {(props) => (
            <textarea {...props} rows={2} value={notes.value} onInput={(event) => (notes.value = event.currentTarget.value)} />
          )}
        </Field>
        <div class="acts">
          <button class="main" type="submit" disabled={sending}>
            {words.entry.save}
          </button>
        </div>
      </form>
    </Dialog>
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
