// The tags of an entry, as one text field.
import { Field } from "../ui/field.tsx";
import { entryWords } from "./words.ts";

export function TagsField({
  value,
  problem,
  onInput,
}: {
  value: string;
  problem: string | undefined;
  onInput: (value: string) => void;
}) {
  return (
    <Field label={entryWords.tags} hint={entryWords.tagsHint} problem={problem}>
      {(props) => <input {...props} autoComplete="off" value={value} onInput={(event) => onInput(event.currentTarget.value)} />}
    </Field>
  );
}
