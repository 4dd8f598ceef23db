// One line of a bank's file: finance's proposal and the user's decision.
import { useSignal } from "@preact/signals";
import { write } from "../../data/api.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { Money } from "../../ledger/money.tsx";
import { entryWords } from "../../ledger/words.ts";
import { shortDay } from "../../rules/day_names.ts";
import { addDays } from "../../rules/days.ts";
import { creates, decide, filledOf, invoicePaid, isReadable, mayPay, waits } from "../../rules/imports.ts";
import { formatCents } from "../../rules/money.ts";
import type { Action, Category, Decision, Import, ImportLine, Transaction } from "../../rules/records.ts";
import { readTags } from "../../rules/tags.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { SelectField, TextField } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/problems.tsx";
import { useSending } from "../../ui/use_sending.ts";
import { InvoiceSelect, PaidInvoiceText } from "./imports_invoice.tsx";
import { importWords } from "./words.ts";

const ACTIONS: readonly Action[] = ["accept", "new", "skip"];

interface LineProps {
  from: Import;
  line: ImportLine;
  path: string;
}

export function Line({ from, line, path }: LineProps) {
  const store = useStore();
  const corrects = useSignal(false);
  const { send, sending, problem } = useSending();
  const categories = useData<Category[]>("/categories").data ?? [];
  const { decision } = line;
  const filled = filledOf(line);
  const category = categories.find(({ id }) => id === filled.category?.id);
  const filledCategory =
    filled.category && category && importWords.filled(category.name, importWords.filledBy[filled.category.by]);
  const paid = invoicePaid(line);
  const asksForInvoice = Boolean(line.target?.options);
  const isOpen = from.state === "preview" && isReadable(line);
  const say = (change: Decision) => send(async () => void (await write(store, "PUT", path, decide(decision, change))));
  const kind = (line.amount_cents ?? 0) > 0 ? "earnings" : "expenses";
  return (
    <li class="row import-line">
      <div class="what">
        <strong>{filled.description ?? line.raw}</strong>
        <span>
          <span class="hint">
            {[
              line.date && shortDay(line.date, language),
              line.total_installments && `${line.installment}/${line.total_installments}`,
              !isReadable(line) && line.line !== null && importWords.line(line.line),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>{" "}
          <span class={`status ${waits(line) ? "closed" : ""}`}>{importWords.verdicts[line.verdict]}</span>{" "}
          <span class="hint">
            {(line.verdict !== "new" || !line.sure) && sentence(line.reason)}
            {waits(line) && isOpen && ` · ${importWords.waiting}`}
          </span>
        </span>
        {paid && <PaidInvoiceText of={paid} />}
        {isOpen && (filledCategory || filled.tags.length > 0 || filled.description !== line.description) && (
          <span class="hint">
            {[
              filledCategory,
              filled.tags.length > 0 && `${importWords.tags}: ${filled.tags.join(", ")}`,
              filled.description !== line.description && `${importWords.raw}: ${line.description}`,
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        )}
        <FormProblem problem={problem.value} />
      </div>
      <span class="much">{line.amount_cents !== null && <Money cents={line.amount_cents} />}</span>
      {isOpen && (
        <div class="line-acts">
          <select
            aria-label={`${importWords.action}: ${line.description}`}
            value={decision?.action ?? (waits(line) ? "" : "accept")}
            disabled={sending}
            onChange={(event) => void say({ action: event.currentTarget.value as Action })}
          >
            {waits(line) && <option value="">{importWords.waiting}…</option>}
            {actionsOf(line).map((each) => (
              <option key={each} value={each}>
                {importWords.actions[each]}
              </option>
            ))}
          </select>
          {creates(line) && (
            <select
              aria-label={`${entryWords.category}: ${line.description}`}
              value={decision?.category_id ?? ""}
              disabled={sending}
              onChange={(event) => void say({ category_id: Number(event.currentTarget.value) || undefined } as Decision)}
            >
              <option value="">{filledCategory ?? entryWords.category}</option>
              {categories
                .filter((each) => !each.archived && each.kind === kind)
                .map(({ id, name, parent_id: parent }) => (
                  <option key={id} value={id}>
                    {parent === null ? name : `– ${name}`}
                  </option>
                ))}
            </select>
          )}
          {(paid || (asksForInvoice && waits(line))) && (
            <InvoiceSelect
              line={line}
              value={paid}
              onChoose={(chosen) => void say({ action: "pay", ...chosen })}
              props={{ "aria-label": `${importWords.whichInvoice}: ${line.description}`, disabled: sending }}
            />
          )}
          <button type="button" onClick={() => (corrects.value = true)}>
            {importWords.correct}
          </button>
        </div>
      )}
      {corrects.value && <Correct from={from} line={line} path={path} onClose={() => (corrects.value = false)} />}
    </li>
  );
}

/** If the user has to choose the invoice, there is nothing to accept. */
function actionsOf({ decision, target }: ImportLine): Action[] {
  const plain = ACTIONS.filter((each) => each !== "accept" || !target?.options);
  return decision?.action === "match" || decision?.action === "pay" ? [...plain, decision.action] : plain;
}

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function Correct({ from, line, path, onClose }: LineProps & { onClose: () => void }) {
  const store = useStore();
  const { decision } = line;
  const filled = filledOf({ ...line, decision: null });
  const usual = { description: filled.description ?? "", tags: filled.tags.join(", ") };
  const action = useSignal<string>(decision?.action ?? (line.target?.options ? "pay" : "accept"));
  const description = useSignal(decision?.description ?? usual.description);
  const tags = useSignal(decision?.tags?.join(", ") ?? usual.tags);
  const invoice = useSignal(invoicePaid(line));
  const notes = useSignal(decision?.notes ?? "");
  const income = useSignal(decision?.income === undefined ? "" : decision.income ? "in" : "out");
  const row = useSignal(decision?.transaction_id);
  const sending = useSending();
  const { at } = sending;
  const save = async () => {
    const newTags = readTags(tags.value);
    const change = {
      action: action.value === "accept" && line.sure ? undefined : action.value,
      transaction_id: action.value === "match" ? row.value : undefined,
      ...(action.value === "pay" && invoice.value),
      description: description.value.trim() === usual.description ? undefined : description.value.trim(),
      tags: newTags.join(", ") === usual.tags ? undefined : newTags,
      notes: notes.value.trim(),
      income: income.value === "" ? undefined : income.value === "in",
    };
    await write(store, "PUT", path, decide(decision, change as Decision));
    onClose();
  };
  return (
    <FormDialog title={importWords.correctTitle} onClose={onClose} sending={sending} save={save}>
      <p class="hint raw">
        {importWords.raw}: {line.raw}
      </p>
      <SelectField
        label={importWords.action}
        value={action}
        problem={at("action")}
        options={[
          ...actionsOf({ ...line, decision: null }),
          "match" as const,
          ...(mayPay(from, line) ? (["pay"] as const) : []),
        ].map((each) => [each, importWords.actions[each]])}
      />
      {action.value === "match" && (
        <RowChoice from={from} line={line} value={row.value} problem={at("transaction_id")} onChange={(id) => (row.value = id)} />
      )}
      {action.value === "pay" && (
        <Field label={importWords.whichInvoice} problem={at("credit_card_id", "invoice")}>
          {(props) => (
            <InvoiceSelect line={line} value={invoice.value} onChoose={(chosen) => (invoice.value = chosen)} props={props} />
          )}
        </Field>
      )}
      {!line.sure && line.verdict === "new" && (
        <SelectField
          label={importWords.sense}
          value={income}
          problem={at("income")}
          options={[
            ["", `${importWords.waiting}…`],
            ["in", importWords.came],
            ["out", importWords.went],
          ]}
        />
      )}
      <TextField label={entryWords.description} value={description} problem={at("description")} maxLength={255} />
      <TextField label={importWords.tags} value={tags} hint={importWords.tagsHint} problem={at("tags")} />
      <Field label={entryWords.notes} problem={at("notes")}>
        {(props) => (
          <textarea {...props} rows={2} value={notes.value} onInput={(event) => (notes.value = event.currentTarget.value)} />
        )}
      </Field>
    </FormDialog>
  );
}

const DAYS_AROUND = 15;

/** Rows of the same account or card around that day. */
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
    <Field label={importWords.whichRow} problem={problem}>
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
