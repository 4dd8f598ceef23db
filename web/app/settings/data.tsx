// /settings/data: export of all data, restoring an export, and deletion of the account.
import { type Signal, useSignal } from "@preact/signals";
import { currentTime } from "../clock.ts";
import { askForProof } from "../data/ask.ts";
import { useStore } from "../data/use_store.ts";
import { discardAll } from "../offline/flush.ts";
import { Confirm } from "../ui/confirm.tsx";
import { DayInput } from "../ui/day_field.tsx";
import { Field } from "../ui/field.tsx";
import { Form, SelectField, TextField, type ValueProps } from "../ui/form.tsx";
import { Section } from "../ui/sections.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { deleteUser } from "./auth.ts";
import { whenSignInRecent } from "./recent_sign_in.ts";
import { Restore } from "./restore.tsx";
import { dataWords, deletionWords } from "./words.ts";

export function Data() {
  const store = useStore();
  return (
    <>
      <Export />
      {!store.isReadOnly.value && <Restore />}
      <Deletion />
    </>
  );
}

function Export() {
  const store = useStore();
  const format = useSignal("xlsx");
  const from = useSignal("");
  const to = useSignal("");
  const [wrongFrom, wrongTo] = [useSignal(false), useSignal(false)];
  const sending = useSending();
  const save = async () => {
    const isFresh = (store.user.value?.fresh_until ?? 0) > currentTime().getTime() / 1000;
    if (!isFresh && !(await askForProof(store))) return;
    if (format.value !== "json" && (wrongFrom.value || wrongTo.value)) throw ownRefusal({ days: formWords.badDay });
    const days = format.value === "json" ? {} : { start_date: from.value, end_date: to.value };
    if (from.value && to.value && to.value < from.value) throw ownRefusal({ end_date: dataWords.badPeriod });
    const parameters = Object.entries({ format: format.value, ...days, cofre_space: store.spaceId.value }).filter(
      ([, value]) => value !== "",
    );
    // The browser streams the file to disk, so its size does not matter.
    location.assign(`/api/finance/exports?${new URLSearchParams(parameters)}`);
  };
  return (
    <Section title={dataWords.title} hint={dataWords.hint}>
      <Form sending={sending} act={dataWords.download} save={save}>
        <SelectField
          label={dataWords.format}
          value={format}
          options={Object.entries(dataWords.formats)}
          hint={dataWords.formatHint}
        />
        {format.value !== "json" && (
          <div class="pair">
            <OptionalDayField label={dataWords.from} value={from} wrong={wrongFrom} />
            <OptionalDayField label={dataWords.to} value={to} wrong={wrongTo} problem={sending.at("end_date")} />
          </div>
        )}
      </Form>
    </Section>
  );
}

/** A day that may be empty; `wrong` is true while the text is no day. */
function OptionalDayField({ label, value, wrong, problem }: ValueProps<string> & { wrong: Signal<boolean> }) {
  const text = wrong.value ? formWords.badDay : problem;
  return (
    <Field label={label} problem={text}>
      {(props) => (
        <DayInput
          input={props}
          value={value.value}
          onInput={(day, typed = "") => {
            value.value = day;
            wrong.value = day === "" && typed.trim() !== "";
          }}
        />
      )}
    </Field>
  );
}

function Deletion() {
  const store = useStore();
  const asks = useSignal(false);
  const typed = useSignal("");
  const email = store.user.value?.email ?? "";
  return (
    <Section
      title={deletionWords.title}
      hint={deletionWords.hint}
      acts={
        <button type="button" class="small destroys" onClick={whenSignInRecent(store, () => (asks.value = true))}>
          {deletionWords.act}
        </button>
      }
    >
      {asks.value && (
        <Confirm
          title={deletionWords.ask}
          text={deletionWords.explain(email)}
          act={deletionWords.act}
          isOff={email === "" || typed.value.trim().toLowerCase() !== email.toLowerCase()}
          onClose={() => (asks.value = false)}
          work={async () => {
            await deleteUser(store);
            // Without the account, waiting entries could never be sent.
            await discardAll(store).catch(() => {});
            location.assign("/signed_out?purpose=deleted");
          }}
        >
          <TextField label={deletionWords.typed} value={typed} type="email" autoComplete="off" />
        </Confirm>
      )}
    </Section>
  );
}
