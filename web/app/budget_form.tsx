// One budget: made, changed or deleted. What the last months came to is offered as its amount.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Method, write } from "./api.ts";
import { Dialog, Field, FormProblem, ownRefusal, useData, useSending } from "./parts.tsx";
import { type CategoryReport, monthsBefore, suggestedCents } from "./rules/budgets.ts";
import { byParent } from "./rules/categories.ts";
import { parseCents, plainAmount } from "./rules/money.ts";
import type { Budget, Category } from "./rules/records.ts";
import { spoken } from "./spoken.ts";
import { message } from "./state.ts";
import { budgets as text } from "./words/budgets.ts";
import { language, words } from "./words.ts";

interface BudgetFormProps {
  /** Undefined: a new one. */
  budget: Budget | undefined;
  month: string;
  /** Those of the month: a category has one of a kind. */
  taken: readonly Budget[];
  categories: readonly Category[];
  onClose: () => void;
}

export function BudgetForm({ budget, month, taken, categories, onClose }: BudgetFormProps) {
  const type = useSignal<0 | 1>(budget?.activity_type ?? 0);
  const category = useSignal(String(budget?.category_id ?? ""));
  const amount = useSignal(budget ? plainAmount(budget.amount_cents, language) : "");
  const { form, send, at, sending, problem } = useSending();
  useEffect(() => form.current?.querySelector<HTMLElement>("select, .amount")?.focus(), [form]);
  const isFree = (id: number) => !taken.some((each) => each.category_id === id && each.activity_type === type.value);
  const offered = byParent(categories).filter(
    (each) =>
      !each.archived &&
      each.kind === (type.value === 1 ? "earnings" : "expenses") &&
      (isFree(each.id) || each.id === budget?.category_id),
  );
  const chosen = category.value || String(offered[0]?.id ?? "");
  const mean = useMean(month, Number(chosen), type.value);

  const sendAs = (method: Method, path: string, done: string, body?: object) =>
    send(async () => {
      const { undo } = await write(method, path, body);
      message.value = { text: done, undo };
      onClose();
    });
  const save = () => {
    const cents = parseCents(amount.value);
    if (cents === undefined || cents < 0) return send(() => Promise.reject(ownRefusal({ amount_cents: words.entry.badAmount })));
    const body = { amount_cents: cents, category_id: Number(chosen), activity_type: type.value };
    if (budget) return sendAs("PUT", `/budgets/${budget.id}`, text.saved, body);
    return sendAs("POST", "/budgets", text.saved, { ...body, year: Number(month.slice(0, 4)), month: Number(month.slice(5)) });
  };
  return (
    <Dialog title={budget ? text.edit : text.add} onClose={onClose}>
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
        {!budget && (
          <fieldset class="segments">
            <legend class="unseen">{text.kind}</legend>
            {([0, 1] as const).map((each) => (
              <label key={each}>
                <input
                  type="radio"
                  name="type"
                  checked={type.value === each}
                  onChange={() => {
                    type.value = each;
                    category.value = "";
                  }}
                />
                <span>{text.kinds[each]}</span>
              </label>
            ))}
          </fieldset>
        )}
        <Field label={text.category} problem={at("category_id")}>
          {(props) => (
            <select {...props} value={chosen} onChange={(event) => (category.value = event.currentTarget.value)}>
              {offered.map(({ id, name, parent_id: parent }) => (
                <option key={id} value={id}>
                  {parent === null ? name : `– ${name}`}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={text.amount} problem={at("amount_cents")} {...(mean && { hint: text.mean(spoken(mean)) })}>
          {(props) => (
            <input
              {...props}
              class="amount"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0,00"
              value={amount.value}
              onInput={(event) => (amount.value = event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="acts">
          <button type="submit" class="main" disabled={sending}>
            {words.entry.save}
          </button>
          {mean !== undefined && (
            <button type="button" onClick={() => (amount.value = plainAmount(mean, language))}>
              {text.use}
            </button>
          )}
          {budget && (
            <button
              type="button"
              class="destroys"
              disabled={sending}
              onClick={() => void sendAs("DELETE", `/budgets/${budget.id}`, text.removed)}
            >
              {text.remove}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function useMean(month: string, categoryId: number, type: 0 | 1): number | undefined {
  const { start, end } = monthsBefore(month);
  const report = useData<{ categories: CategoryReport[] }>(`/reports/categories?start_date=${start}&end_date=${end}`).data;
  return report && suggestedCents(report.categories, categoryId, type);
}
