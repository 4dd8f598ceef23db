// Fields of a new entry that its form and its sheet share.
import { REPEATS } from "../../ledger/repeat_options.ts";
import { SplitPart } from "../../ledger/split_part.tsx";
import { entryWords } from "../../ledger/words.ts";
import type { EntryKind } from "../../rules/new_entry.ts";
import { accountIdOf } from "../../rules/row_place.ts";
import { SelectField, TextField } from "../../ui/form.tsx";
import type { FormState } from "../../ui/use_sending.ts";
import type { NewEntryState } from "./use_new_entry.ts";

const KINDS = Object.keys(entryWords.kinds) as EntryKind[];

export function Kinds({ kind, onChoose }: { kind: EntryKind; onChoose: (kind: EntryKind) => void }) {
  return (
    <fieldset class="segments">
      <legend class="unseen">{entryWords.kind}</legend>
      {KINDS.map((each) => (
        <label key={each}>
          <input type="radio" name="kind" checked={kind === each} onChange={() => onChoose(each)} />
          <span class="choice">{entryWords.kinds[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function EntrySplit({ entry: { fields, cents }, at }: { entry: NewEntryState } & Pick<FormState, "at">) {
  const { kind, category, split, place, repeat } = fields;
  return (
    <SplitPart
      text={split.value}
      onChange={(text) => (split.value = text)}
      totalCents={cents ?? 0}
      kind={kind.value === "income" ? "earnings" : "expenses"}
      category={category.value}
      problem={at("parts")}
      accountId={repeat.value === "once" ? accountIdOf(place.value) : undefined}
    />
  );
}

export function RepeatFields({ fields: { repeat, parts }, at }: Pick<NewEntryState, "fields"> & Pick<FormState, "at">) {
  return (
    <>
      <SelectField label={entryWords.repeat} value={repeat} problem={at("recurrence_attributes")} options={REPEATS} />
      {repeat.value === "parts" && (
        <TextField
          label={entryWords.howMany}
          value={parts}
          problem={at("installments_attributes", "total")}
          type="number"
          min={2}
          max={480}
        />
      )}
    </>
  );
}
