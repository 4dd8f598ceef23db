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
import {
  correctedDecision,
  creates,
  decide,
  filledOf,
  invoicePaid,
  isReadable,
  mayPay,
  usualTexts,
  waits,
} from "../../rules/imports.ts";
import { formatCents } from "../../rules/money.ts";
import type { Action, Category, Decision, Import, ImportLine, Transaction } from "../../rules/records.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { SelectField, TextField } from "../../ui/form.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import { FormProblem } from "../../ui/problems.tsx";
import { type FormState, useSending } from "../../ui/use_sending.ts";
import { InvoiceSelect, PaidInvoiceText } from "./imports_invoice.tsx";
import { importWords } from "./words.ts";

const ACTIONS: readonly Action[] = ["accept", "new", "skip"];

interface LineProps {
  from: Import;
  line: ImportLine;
  path: string;
}

export function Line({ from, line, path }: LineProps) {
  const corrects = useSignal(false);
  const sending = useSending();
  const paid = invoicePaid(line);
  const isOpen = from.state === "preview" && isReadable(line);
  return (
    <li class="row import-line">
      <div class="what">
        <strong>{filledOf(line).description ?? line.raw}</strong>
        <Proposal line={line} isOpen={isOpen} />
        {paid && <PaidInvoiceText of={paid} />}
        {isOpen && <FilledHint line={line} />}
        <FormProblem problem={sending.problem.value} />
      </div>
      <span class="much">{line.amount_cents !== null && <Money cents={line.amount_cents} />}</span>
      {isOpen && <LineActs line={line} path={path} sending={sending} onCorrect={() => (corrects.value = true)} />}
      {corrects.value && <Correct from={from} line={line} path={path} onClose={() => (corrects.value = false)} />}
    </li>
  );
}

/** What finance would do with the line, and why. */
function Proposal({ line, isOpen }: { line: ImportLine; isOpen: boolean }) {
  const { date, installment, total_installments: total, verdict } = line;
  return (
    <span>
      <span class="hint">
        {joinParts(
          date && shortDay(date, language),
          total && `${installment}/${total}`,
          !isReadable(line) && line.line !== null && importWords.line(line.line),
        )}
      </span>{" "}
      <span class={`status ${waits(line) ? "closed" : ""}`}>{importWords.verdicts[verdict]}</span>{" "}
      <span class="hint">
        {(verdict !== "new" || !line.sure) && sentence(line.reason)}
        {waits(line) && isOpen && ` · ${importWords.waiting}`}
      </span>
    </span>
  );
}

function FilledHint({ line }: { line: ImportLine }) {
  const { tags, description } = filledOf(line);
  const text = joinParts(
    useCategories(line).filledText,
    tags.length > 0 && `${importWords.tags}: ${tags.join(", ")}`,
    description !== line.description && `${importWords.raw}: ${line.description}`,
  );
  return text ? <span class="hint">{text}</span> : null;
}

/** The categories to choose from, and the text of the one that is filled in. */
function useCategories(line: ImportLine) {
  const all = useData<Category[]>("/categories").data ?? [];
  const { category: filled } = filledOf(line);
  const category = all.find(({ id }) => id === filled?.id);
  const kind = (line.amount_cents ?? 0) > 0 ? "earnings" : "expenses";
  return {
    categories: all.filter((each) => !each.archived && each.kind === kind),
    filledText: filled && category && importWords.filled(category.name, importWords.filledBy[filled.by]),
  };
}

interface LineActsProps {
  line: ImportLine;
  path: string;
  sending: FormState;
  onCorrect: () => void;
}

function LineActs({ line, path, sending: { send, sending }, onCorrect }: LineActsProps) {
  const store = useStore();
  const { categories, filledText } = useCategories(line);
  const { decision } = line;
  const paid = invoicePaid(line);
  const say = (change: Decision) => send(async () => void (await write(store, "PUT", path, decide(decision, change))));
  return (
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
          <option value="">{filledText ?? entryWords.category}</option>
          {categories.map(({ id, name, parent_id: parent }) => (
            <option key={id} value={id}>
              {parent === null ? name : `– ${name}`}
            </option>
          ))}
        </select>
      )}
      {(paid || (line.target?.options && waits(line))) && (
        <InvoiceSelect
          line={line}
          value={paid}
          onChoose={(chosen) => void say({ action: "pay", ...chosen })}
          props={{ "aria-label": `${importWords.whichInvoice}: ${line.description}`, disabled: sending }}
        />
      )}
      <button type="button" onClick={onCorrect}>
        {importWords.correct}
      </button>
    </div>
  );
}

/** If the user has to choose the invoice, there is nothing to accept. */
function actionsOf({ decision, target }: ImportLine): Action[] {
  const plain = ACTIONS.filter((each) => each !== "accept" || !target?.options);
  return decision?.action === "match" || decision?.action === "pay" ? [...plain, decision.action] : plain;
}

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The fields of the form, as texts. */
function useCorrection({ decision, ...line }: ImportLine) {
  const usual = usualTexts(line);
  return {
    action: useSignal<string>(decision?.action ?? (line.target?.options ? "pay" : "accept")),
    row: useSignal(decision?.transaction_id),
    invoice: useSignal(invoicePaid({ decision, ...line })),
    income: useSignal(decision?.income === undefined ? "" : decision.income ? "in" : "out"),
    description: useSignal(decision?.description ?? usual.description),
    tags: useSignal(decision?.tags?.join(", ") ?? usual.tags),
    notes: useSignal(decision?.notes ?? ""),
  };
}

function Correct({ from, line, path, onClose }: LineProps & { onClose: () => void }) {
  const store = useStore();
  const { action, row, invoice, income, description, tags, notes } = useCorrection(line);
  const sending = useSending();
  const { at } = sending;
  const save = async () => {
    const typed = { action: action.value, row: row.value, invoice: invoice.value, income: income.value };
    const texts = { description: description.value, tags: tags.value, notes: notes.value };
    await write(store, "PUT", path, correctedDecision(line, { ...typed, ...texts }));
    onClose();
  };
  const actions = [...actionsOf({ ...line, decision: null }), "match" as const, ...(mayPay(from, line) ? ["pay" as const] : [])];
  return (
    <FormDialog title={importWords.correctTitle} onClose={onClose} sending={sending} save={save}>
      <p class="hint raw">
        {importWords.raw}: {line.raw}
      </p>
      <SelectField
        label={importWords.action}
        value={action}
        problem={at("action")}
        options={actions.map((each) => [each, importWords.actions[each]])}
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
