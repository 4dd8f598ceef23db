// /settings/api_tokens: tokens for programs, with limited rights and lifetime.
import { type Signal, useSignal } from "@preact/signals";
import { currentTime } from "../clock.ts";
import { write } from "../data/api.ts";
import { Loading } from "../data/loading.tsx";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { Confirm } from "../ui/confirm.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { SelectField, TextField } from "../ui/form.tsx";
import { SecretOnce } from "../ui/secret_once.tsx";
import { day, dayAndTime, Line, Lines, Section } from "../ui/sections.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { whenSignInRecent } from "./recent_sign_in.ts";
import { expiryOf, LIFETIMES, RESOURCES } from "./token_rights.ts";
import { tokenWords } from "./token_words.ts";

interface ApiToken {
  id: number;
  name: string;
  scope: "read" | "write";
  scopes: string[] | null;
  expires_at: string | null;
  created_at: string;
  last_used_at: string | null;
}

const PATH = "/api_tokens";

export function ApiTokens() {
  const store = useStore();
  const reply = useData<ApiToken[]>(PATH);
  const adds = useSignal(false);
  const newToken = useSignal("");
  const removes = useSignal<ApiToken | undefined>(undefined);
  return (
    <Section
      title={tokenWords.title}
      hint={tokenWords.hint}
      acts={
        <button type="button" class="small" onClick={whenSignInRecent(store, () => (adds.value = true))}>
          {tokenWords.add}
        </button>
      }
    >
      <Loading from={reply} path={PATH}>
        {(list) => (
          <Lines items={list} empty={tokenWords.none}>
            {(token) => (
              <Line key={token.id} title={token.name} hints={hintsOf(token)}>
                <button type="button" class="small destroys" onClick={() => (removes.value = token)}>
                  {tokenWords.revoke}
                </button>
              </Line>
            )}
          </Lines>
        )}
      </Loading>
      {adds.value && <NewToken onClose={() => (adds.value = false)} onToken={(token) => (newToken.value = token)} />}
      {newToken.value && (
        <SecretOnce
          title={tokenWords.title}
          hint={tokenWords.once}
          secret={newToken.value}
          onClose={() => (newToken.value = "")}
        />
      )}
      {removes.value && (
        <Confirm
          title={tokenWords.revokeAsk(removes.value.name)}
          text={tokenWords.revokeHint}
          act={tokenWords.revoke}
          onClose={() => (removes.value = undefined)}
          work={async () => {
            await write(store, "DELETE", `${PATH}/${removes.value?.id}`);
            store.message.value = { text: tokenWords.revoked };
          }}
        />
      )}
    </Section>
  );
}

const hintsOf = ({ scope, scopes, expires_at: expires, last_used_at: used }: ApiToken) => [
  scopes ? scopes.join(", ") : tokenWords.rights[scope],
  expires ? tokenWords.until(day(expires)) : tokenWords.forever,
  used ? tokenWords.used(dayAndTime(used)) : tokenWords.unused,
];

function NewToken({ onClose, onToken }: { onClose: () => void; onToken: (token: string) => void }) {
  const store = useStore();
  const name = useSignal("");
  const rights = useSignal("read");
  const chosen = useSignal<readonly string[]>([]);
  const lifetime = useSignal("90");
  const sending = useSending();
  const save = async () => {
    if (name.value.trim() === "") throw ownRefusal({ name: formWords.missing });
    if (rights.value === "some" && chosen.value.length === 0) throw ownRefusal({ scopes: tokenWords.chooseSome });
    const expiresAt = expiryOf(lifetime.value, currentTime());
    const { record } = await write<{ token: string }>(store, "POST", PATH, {
      name: name.value.trim(),
      ...(rights.value === "some" ? { scopes: chosen.value } : { scope: rights.value }),
      ...(expiresAt && { expires_at: expiresAt }),
    });
    onToken(record.token);
    onClose();
  };
  return (
    <FormDialog title={tokenWords.add} onClose={onClose} sending={sending} act={tokenWords.make} save={save}>
      <TextField label={tokenWords.name} value={name} problem={sending.at("name")} hint={tokenWords.nameHint} maxLength={100} />
      <div class="pair">
        <SelectField
          label={tokenWords.may}
          value={rights}
          problem={sending.at("scope", "scopes")}
          options={[
            ["read", tokenWords.rights.read],
            ["write", tokenWords.rights.write],
            ["some", tokenWords.rights.some],
          ]}
        />
        <SelectField
          label={tokenWords.lifetime}
          value={lifetime}
          problem={sending.at("expires_at")}
          options={LIFETIMES.map((days) => [days, days === "" ? tokenWords.forever : tokenWords.days(days)] as const)}
        />
      </div>
      {rights.value === "some" && <ScopeChoice chosen={chosen} />}
    </FormDialog>
  );
}

function ScopeChoice({ chosen }: { chosen: Signal<readonly string[]> }) {
  const toggle = (scope: string) =>
    (chosen.value = chosen.value.includes(scope) ? chosen.value.filter((each) => each !== scope) : [...chosen.value, scope]);
  return (
    <fieldset class="scopes">
      <legend>{tokenWords.which}</legend>
      {RESOURCES.map((resource) => (
        <div key={resource}>
          <span>{resource}</span>
          {(["read", "write"] as const).map((act) => (
            <label class="check" key={act}>
              <input
                type="checkbox"
                checked={chosen.value.includes(`${resource}:${act}`)}
                onChange={() => toggle(`${resource}:${act}`)}
                aria-label={`${resource}: ${tokenWords.acts[act]}`}
              />
              <span aria-hidden="true">{tokenWords.acts[act]}</span>
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  );
}
