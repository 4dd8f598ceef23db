// The dialog of a rule: when it applies, what it sets, and what it would have done to earlier lines.
import { useSignal } from "@preact/signals";
import { write } from "../../data/api.ts";
import { ask } from "../../data/ask.ts";
import { useStore } from "../../data/use_store.ts";
import { CategoryOptions } from "../../ledger/category_options.tsx";
import { TagsField } from "../../ledger/tags_field.tsx";
import { entryWords } from "../../ledger/words.ts";
import type { ImportRule } from "../../rules/records.ts";
import { formOf, ruleFrom, TEXT_CONDITIONS } from "../../rules/rule_form.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { CheckField, SelectField, TextField } from "../../ui/form.tsx";
import { useSending } from "../../ui/use_sending.ts";
import { ruleWords } from "./rule_words.ts";

const PATH = "/import_rules";

/** The fields of the form. */
function useRuleForm(rule: ImportRule | undefined) {
  const opened = formOf(rule);
  return {
    name: useSignal(opened.name),
    condition: useSignal(opened.condition as string),
    text: useSignal(opened.text),
    sign: useSignal(opened.sign as string),
    category: useSignal(opened.category),
    description: useSignal(opened.description),
    tags: useSignal(opened.tags),
    ignores: useSignal(opened.ignores),
    enabled: useSignal(opened.enabled),
  };
}

/** Without a rule it is a new one. */
export function RuleEditor({ rule, onClose }: { rule: ImportRule | undefined; onClose: () => void }) {
  const store = useStore();
  const fields = useRuleForm(rule);
  const tried = useSignal("");
  const sending = useSending();
  const { at } = sending;
  const body = () =>
    ruleFrom(
      {
        name: fields.name.value,
        condition: fields.condition.value,
        text: fields.text.value,
        sign: fields.sign.value,
        category: fields.category.value,
        description: fields.description.value,
        tags: fields.tags.value,
        ignores: fields.ignores.value,
        enabled: fields.enabled.value,
      },
      rule,
    );
  const save = async () => {
    const { undo } = await (rule ? write(store, "PUT", `${PATH}/${rule.id}`, body()) : write(store, "POST", PATH, body()));
    store.message.value = { text: ruleWords.saved, undo };
    onClose();
  };
  const remove = async () => {
    const { undo } = await write(store, "DELETE", `${PATH}/${rule?.id}`);
    store.message.value = { text: ruleWords.removed, undo };
    onClose();
  };
  const tryIt = async () => {
    const { answer } = await ask<{ matched: number; examined: number }>(store, `/api/finance${PATH}/try`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ conditions: body().conditions }),
    });
    tried.value = ruleWords.tried(answer.matched, answer.examined);
  };
  const acts = (
    <>
      <button type="button" disabled={sending.sending} onClick={() => void sending.send(tryIt)}>
        {ruleWords.try}
      </button>
      {rule && (
        <button type="button" class="destroys" disabled={sending.sending} onClick={() => void sending.send(remove)}>
          {ruleWords.remove}
        </button>
      )}
    </>
  );
  return (
    <FormDialog title={rule ? ruleWords.edit : ruleWords.add} onClose={onClose} sending={sending} save={save} acts={acts}>
      <SelectField
        label={ruleWords.condition}
        value={fields.condition}
        options={TEXT_CONDITIONS.map((each) => [each, ruleWords.conditions[each]])}
      />
      <TextField
        label={ruleWords.text}
        value={fields.text}
        hint={ruleWords.textHint}
        problem={at(`conditions.${fields.condition.value}`, "conditions")}
        maxLength={100}
      />
      <SelectField
        label={ruleWords.sign}
        value={fields.sign}
        problem={at("conditions.sign")}
        options={Object.entries(ruleWords.signs)}
      />
      <TextField label={entryWords.description} value={fields.description} problem={at("actions.description", "actions")} />
      <Field label={entryWords.category} problem={at("actions.category_id")}>
        {(props) => (
          <select
            {...props}
            value={fields.category.value}
            onChange={(event) => (fields.category.value = event.currentTarget.value)}
          >
            <option value="">{ruleWords.unchanged}</option>
            {/* Without a sign, a rule may give either kind. */}
            {fields.sign.value !== "income" && <CategoryOptions kind="expenses" keeps={Number(fields.category.value)} />}
            {fields.sign.value !== "expense" && <CategoryOptions kind="earnings" />}
          </select>
        )}
      </Field>
      <TagsField value={fields.tags.value} problem={at("actions.tags")} onInput={(value) => (fields.tags.value = value)} />
      <CheckField label={ruleWords.ignores} value={fields.ignores} />
      <TextField label={ruleWords.name} value={fields.name} hint={ruleWords.nameHint} problem={at("name")} maxLength={255} />
      <CheckField label={ruleWords.enabled} value={fields.enabled} />
      <p role="status">{tried.value}</p>
    </FormDialog>
  );
}
