// The form that corrects a line of a bank's file: what it is, and what its transaction gets.
import { useSignal } from "@preact/signals";
import { useData } from "../../data/use_data.ts";
import { language } from "../../language.ts";
import { CategoryOptions } from "../../ledger/category_options.tsx";
import { entryWords } from "../../ledger/words.ts";
import { shortDay } from "../../rules/day_names.ts";
import { addDays } from "../../rules/days.ts";
import { signedCents } from "../../rules/import_groups.ts";
import { correctedDecision, decide, invoicePaid, mayPay, sentence, usualTexts, waits } from "../../rules/imports.ts";
import { formatCents } from "../../rules/money.ts";
import type { Action, Decision, Import, ImportLine, Transaction } from "../../rules/records.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { SelectField, TextField } from "../../ui/form.tsx";
import { type FormState, useSending } from "../../ui/use_sending.ts";
import { InvoiceSelect } from "./imports_invoice.tsx";
import { importWords } from "./words.ts";

const ACTIONS: readonly Action[] = ["accept", "new", "skip"];

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
    category: useSignal(String(decision?.category_id ?? "")),
  };
}

interface CorrectProps {
  from: Import;
  line: ImportLine;
  /** Throws a Refusal. */
  save: (decision: Decision) => Promise<void>;
  onClose: () => void;
}

export function Correct({ from, line, save, onClose }: CorrectProps) {
  const correction = useCorrection(line);
  const { action, row, invoice, income, category, description, tags, notes } = correction;
  const sending = useSending();
  const { at } = sending;
  const send = async () => {
    const typed = { action: action.value, row: row.value, invoice: invoice.value, income: income.value };
    const texts = { description: description.value, tags: tags.value, notes: notes.value };
    const decision = correctedDecision(line, { ...typed, ...texts });
    await save(decide(decision, { category_id: Number(category.value) || undefined } as Decision));
    onClose();
  };
  const what = <WhatFields from={from} line={line} correction={correction} sending={sending} />;
  return (
    <FormDialog title={importWords.correctTitle} onClose={onClose} sending={sending} save={send}>
      <p class="hint raw">
        {importWords.raw}: {line.raw}
      </p>
      {waits(line) && what}
      <TextField label={entryWords.description} value={description} problem={at("description")} maxLength={255} />
      <Field label={entryWords.category} problem={at("category_id")}>
        {(props) => (
          <select {...props} value={category.value} onChange={(event) => (category.value = event.currentTarget.value)}>
            <option value="">{importWords.unchosen}</option>
            <CategoryOptions kind={signedCents(line) > 0 ? "earnings" : "expenses"} keeps={line.decision?.category_id ?? 0} />
          </select>
        )}
      </Field>
      <TextField label={importWords.tags} value={tags} hint={importWords.tagsHint} problem={at("tags")} />
      {!waits(line) && what}
      <Field label={entryWords.notes} problem={at("notes")}>
        {(props) => (
          <textarea {...props} rows={2} value={notes.value} onInput={(event) => (notes.value = event.currentTarget.value)} />
        )}
      </Field>
    </FormDialog>
  );
}

interface WhatFieldsProps {
  from: Import;
  line: ImportLine;
  correction: ReturnType<typeof useCorrection>;
  sending: FormState;
}

/** What the line is: comes first where finance asks for it. */
function WhatFields({ from, line, correction: { action, row, invoice, income }, sending: { at } }: WhatFieldsProps) {
  const actions = [...actionsOf(line), "match" as const, ...(mayPay(from, line) ? ["pay" as const] : [])];
  return (
    <>
      <SelectField
        label={importWords.action}
        value={action}
        problem={at("action")}
        hint={sentence(line.reason)}
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
    </>
  );
}

/** If the user has to choose the invoice, there is nothing to accept. */
const actionsOf = ({ target }: ImportLine): Action[] => ACTIONS.filter((each) => each !== "accept" || !target?.options);

const DAYS_AROUND = 15;

interface RowChoiceProps extends Pick<CorrectProps, "from" | "line"> {
  value: number | undefined;
  problem: string | undefined;
  onChange: (id: number) => void;
}

/** Rows of the same account or card around that day. */
function RowChoice({ from, line, value, problem, onChange }: RowChoiceProps) {
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
