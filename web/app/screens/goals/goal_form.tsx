// The form of a new or existing goal.
import { useSignal } from "@preact/signals";
import { write } from "../../data/api.ts";
import { bySignals, Disputes, type EditForm, saveEdit, useEdit, useFollowing } from "../../data/edit_record.tsx";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { AmountField } from "../../ledger/amount_field.tsx";
import { entryWords } from "../../ledger/words.ts";
import type { Goal } from "../../rules/goals.ts";
import { parseCents, plainAmount } from "../../rules/money.ts";
import { route } from "../../shell/router.ts";
import { DayField } from "../../ui/day_field.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { CheckField, TextField } from "../../ui/form.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { IconField } from "../categories/icon_field.tsx";
import { goalWords } from "./words.ts";

/** As the accent of the app, for the grid of icons. */
const COLOUR = "#00695c";

export function GoalForm({ goal, onClose }: { goal?: Goal; onClose: () => void }) {
  const store = useStore();
  const name = useSignal(goal?.name ?? "");
  const target = useSignal(goal ? plainAmount(goal.target_cents, language) : "");
  const date = useSignal(goal?.target_date ?? "");
  const icon = useSignal(goal?.icon ?? "");
  const refills = useSignal(goal?.refills ?? false);
  const sending = useSending();
  const edit = useEdit(goal);
  const form: EditForm<Goal> = {
    ...bySignals({ name, target, date, icon, refills }),
    valuesOf: (each) => ({
      name: each.name,
      target: plainAmount(each.target_cents, language),
      date: each.target_date ?? "",
      icon: each.icon ?? "",
      refills: each.refills,
    }),
    fields: {
      name: { label: goalWords.name, names: ["name"] },
      target: { label: goalWords.target, names: ["target_cents"] },
      date: { label: goalWords.date, names: ["target_date"] },
      icon: { label: goalWords.icon, names: ["icon"] },
      refills: { label: goalWords.refills, names: ["refills"] },
    },
  };
  useFollowing(edit, form, goal);
  const save = async () => {
    const cents = parseCents(target.value);
    const wrong: Record<string, string> = {};
    if (name.value.trim() === "") wrong.name = formWords.missing;
    if (!cents || cents < 0) wrong.target_cents = entryWords.badAmount;
    if (Object.keys(wrong).length > 0) throw ownRefusal(wrong);
    const body = {
      name: name.value.trim(),
      target_cents: cents,
      target_date: date.value || null,
      icon: icon.value || null,
      refills: refills.value,
    };
    const written = await (goal
      ? saveEdit(store, `/goals/${goal.id}`, edit, form, () => body)
      : write<Goal>(store, "POST", "/goals", body));
    if (written) store.message.value = { text: goalWords.saved, undo: written.undo };
    onClose();
  };
  const changeState = async (state: Goal["state"], text: string) => {
    const { undo } = await write(store, "PUT", `/goals/${goal?.id}`, { state });
    store.message.value = { text, undo };
    onClose();
  };
  const remove = async () => {
    const { undo } = await write(store, "DELETE", `/goals/${goal?.id}`);
    store.message.value = { text: goalWords.removed, undo };
    onClose();
    route("/goals");
  };
  return (
    <FormDialog
      title={goal ? goalWords.edit : goalWords.add}
      onClose={onClose}
      sending={sending}
      save={save}
      acts={
        goal && (
          <>
            {goal.state === "active" && (
              <button type="button" onClick={() => void sending.send(() => changeState("paused", goalWords.paused))}>
                {goalWords.pause}
              </button>
            )}
            {goal.state !== "archived" && (
              <button type="button" onClick={() => void sending.send(() => changeState("archived", goalWords.archived))}>
                {goalWords.archive}
              </button>
            )}
            <button type="button" class="destroys" disabled={sending.sending} onClick={() => void sending.send(remove)}>
              {goalWords.remove}
            </button>
          </>
        )
      }
    >
      <Disputes edit={edit} form={form} retry={sending.retry} />
      <TextField
        label={goalWords.name}
        value={name}
        problem={sending.at("name")}
        maxLength={100}
        placeholder={goalWords.nameHint}
      />
      <div class="pair">
        <AmountField label={goalWords.target} value={target} problem={sending.at("target_cents")} />
        <DayField label={goalWords.date} value={date} problem={sending.at("target_date")} />
      </div>
      <CheckField label={goalWords.refills} value={refills} />
      <details>
        <summary>{goalWords.icon}</summary>
        <IconField value={icon} color={COLOUR} problem={sending.at("icon")} />
      </details>
    </FormDialog>
  );
}
