// Begins an import of users: the file is sent and checked, and nothing else happens.
import { type Signal, useSignal } from "@preact/signals";
import type { Refusal } from "../../rules/records.ts";
import { route } from "../../shell/router.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { SelectField, TextField } from "../../ui/form.tsx";
import { type FormState, ownRefusal, useSending } from "../../ui/use_sending.ts";
import { useConsole } from "../data/console.ts";
import { count } from "../data/number_text.ts";
import { UnreadableFile } from "./file_lines.ts";
import { addressOf, SOURCES, type Source } from "./import_record.ts";
import { sendFile } from "./send_file.ts";
import { importsWords } from "./words.ts";

export function NewImport({ onClose }: { onClose: () => void }) {
  const console = useConsole();
  const sending = useSending();
  const source = useSignal<string>("cofre");
  const file = useSignal<File | undefined>(undefined);
  const passwords = useSignal<File | undefined>(undefined);
  const hashing = useHashing();
  const sent = useSignal<number | undefined>(undefined);
  const send = async () => {
    if (!file.value) throw ownRefusal({ file: importsWords.fileMissing });
    const wish = {
      source: source.value as Source,
      file: file.value,
      passwords: source.value === "auth0" ? passwords.value : undefined,
      hashing: source.value === "firebase" ? hashingOf(hashing) : undefined,
    };
    sent.value = 0;
    const begun = await sendFile(console, wish, (lines) => (sent.value = lines)).catch(throwRefusal);
    onClose();
    route(addressOf(begun.id));
  };
  return (
    <FormDialog title={importsWords.title} onClose={onClose} sending={sending} act={importsWords.check} save={send}>
      <SelectField
        label={importsWords.source}
        hint={importsWords.sourceHints[source.value as Source]}
        value={source}
        options={SOURCES.map((each) => [each, importsWords.sources[each]] as const)}
      />
      <FileField label={importsWords.file} file={file} problem={sending.at("file")} />
      {source.value === "auth0" && (
        <FileField label={importsWords.passwords} hint={importsWords.passwordsHint} file={passwords} />
      )}
      {source.value === "firebase" && <HashingFields hashing={hashing} sending={sending} />}
      <p role="status">{sending.sending && sent.value !== undefined && importsWords.sent(count(sent.value))}</p>
    </FormDialog>
  );
}

function throwRefusal(error: unknown): never {
  throw error instanceof UnreadableFile ? ownRefusal({ file: importsWords.fileUnreadable }) : (error as Refusal);
}

interface FileFieldProps {
  label: string;
  hint?: string;
  file: Signal<File | undefined>;
  problem?: string | undefined;
}

function FileField({ label, hint, file, problem }: FileFieldProps) {
  return (
    <Field label={label} problem={problem} {...(hint && { hint })}>
      {(props) => (
        <input
          {...props}
          type="file"
          accept=".json,.jsonl,.ndjson,.txt,application/json"
          onChange={({ currentTarget }) => (file.value = currentTarget.files?.[0])}
        />
      )}
    </Field>
  );
}

interface Hashing {
  signerKey: Signal<string>;
  saltSeparator: Signal<string>;
  rounds: Signal<string>;
  memCost: Signal<string>;
}

const useHashing = (): Hashing => ({
  signerKey: useSignal(""),
  saltSeparator: useSignal("Bw=="),
  rounds: useSignal("8"),
  memCost: useSignal("14"),
});

/** Undefined imports no passwords. */
function hashingOf({ signerKey, saltSeparator, rounds, memCost }: Hashing): object | undefined {
  const key = signerKey.value.trim();
  if (key === "") return undefined;
  const problem = (text: string) => (/^[1-9][0-9]?$/.test(text.trim()) ? "" : importsWords.costWrong);
  const problems = { rounds: problem(rounds.value), memCost: problem(memCost.value) };
  const wrong = Object.entries(problems).filter(([, text]) => text !== "");
  if (wrong.length > 0) throw ownRefusal(Object.fromEntries(wrong));
  const costs = { rounds: Number(rounds.value), memCost: Number(memCost.value) };
  return { signerKey: key, saltSeparator: saltSeparator.value.trim(), ...costs };
}

function HashingFields({ hashing, sending }: { hashing: Hashing; sending: FormState }) {
  return (
    <>
      <TextField
        label={importsWords.signerKey}
        hint={importsWords.signerKeyHint}
        value={hashing.signerKey}
        maxLength={200}
        autoComplete="off"
      />
      <TextField label={importsWords.saltSeparator} value={hashing.saltSeparator} maxLength={50} autoComplete="off" />
      <TextField label={importsWords.rounds} value={hashing.rounds} inputMode="numeric" problem={sending.at("rounds")} />
      <TextField label={importsWords.memCost} value={hashing.memCost} inputMode="numeric" problem={sending.at("memCost")} />
    </>
  );
}
