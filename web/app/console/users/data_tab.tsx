// Metadata of a user, what a token of theirs would say, and the record as the API has it.
import { useSignal } from "@preact/signals";
import { Field } from "../../ui/field.tsx";
import { Section } from "../../ui/sections.tsx";
import { ownRefusal } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { useConsole } from "../data/console.ts";
import { act, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { changesOf, readFields } from "./metadata_changes.ts";
import type { Fields, User } from "./user_record.ts";
import { dataWords } from "./user_words.ts";

export function DataTab({ user }: { user: User }) {
  return (
    <>
      <MetadataSection user={user} kind="user_metadata" />
      <MetadataSection user={user} kind="app_metadata" />
      <Claims user={user} />
      <Section title={dataWords.raw}>
        <Json value={user} />
      </Section>
    </>
  );
}

const Json = ({ value }: { value: unknown }) => <pre class="json">{JSON.stringify(value, null, 2)}</pre>;

type Kind = "user_metadata" | "app_metadata";

function MetadataSection({ user, kind }: { user: User; kind: Kind }) {
  const words = dataWords.metadata[kind];
  return (
    <Section
      title={words.title}
      hint={words.hint}
      acts={
        <OpenButton
          label={dataWords.edit}
          right="users:write"
          dialog={(onClose) => <EditMetadata user={user} kind={kind} onClose={onClose} />}
        />
      }
    >
      <Json value={user[kind]} />
    </Section>
  );
}

function EditMetadata({ user, kind, onClose }: { user: User; kind: Kind; onClose: () => void }) {
  const console = useConsole();
  const before = user[kind];
  const text = useSignal(JSON.stringify(before, null, 2));
  const fields = readFields(text.value);
  return (
    <ActDialog
      title={dataWords.metadata[kind].title}
      act={formWords.save}
      right="users:write"
      destroys={false}
      onClose={onClose}
      work={async (reason) => {
        if (!fields) throw ownRefusal({ text: dataWords.notJson });
        const { body, lines } = changesOf(before, fields);
        if (lines.length > 0) await act(console, "PUT", `/users/${user.id}`, { body: { [kind]: body }, reason });
      }}
    >
      {(sending) => (
        <>
          <Field label={dataWords.json} problem={sending.at("text") ?? (fields ? undefined : dataWords.notJson)}>
            {(props) => (
              <textarea
                {...props}
                class="code"
                rows={12}
                spellcheck={false}
                value={text.value}
                onInput={({ currentTarget }) => (text.value = currentTarget.value)}
              />
            )}
          </Field>
          {fields && <Difference before={before} after={fields} />}
        </>
      )}
    </ActDialog>
  );
}

function Difference({ before, after }: { before: Fields; after: Fields }) {
  const { lines } = changesOf(before, after);
  if (lines.length === 0) return <p class="hint">{dataWords.same}</p>;
  return (
    <ul class="difference" aria-label={dataWords.difference}>
      {lines.map(({ name, before: was, after: is }) => (
        <li key={name}>
          <code>{name}</code> {was !== undefined && <del>{was}</del>} {is !== undefined && <ins>{is}</ins>}
        </li>
      ))}
    </ul>
  );
}

interface ClaimsReply {
  claims: Fields;
  hook: "none" | "called" | "failed";
  error?: string;
}

function Claims({ user }: { user: User }) {
  const path = `/users/${user.id}/claims`;
  const reply = useData<ClaimsReply>(path);
  return (
    <Section title={dataWords.claims} hint={dataWords.claimsHint}>
      <Loading from={reply} path={path}>
        {({ claims, hook, error }) => (
          <>
            {hook !== "none" && <p class={hook === "failed" ? "alert" : "hint"}>{dataWords.hooks[hook](error ?? "")}</p>}
            <Json value={claims} />
          </>
        )}
      </Loading>
    </Section>
  );
}
