// /settings/api_tokens: keys for programs, with no more rights and no longer than they need.

import { useSignal } from "@preact/signals";
import { write } from "../data/api.ts";
import { currentTime } from "../data/clock.ts";
import { message } from "../data/state.ts";
import { Confirm } from "../ui/confirm.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { SelectField, TextField } from "../ui/form.tsx";
import { Empty, Loading, ownRefusal, useData, useSending } from "../ui/parts.tsx";
import { words } from "../words/words.ts";
import { whenFresh } from "./fresh.ts";
import { day, dayAndTime, Section } from "./parts.tsx";
import { SecretOnce } from "./secret_once.tsx";
import { texts } from "./texts.ts";
import { expiryOf, LIFETIMES, RESOURCES } from "./token_rights.ts";

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
  const found = useData<ApiToken[]>(PATH);
  const adds = useSignal(false);
  const made = useSignal("");
  const removes = useSignal<ApiToken | undefined>(undefined);
  const { tokens } = texts;
  return (
    <Section
      title={tokens.title}
      hint={tokens.hint}
      acts={
        <button type="button" class="small" onClick={whenFresh(() => (adds.value = true))}>
          {tokens.add}
        </button>
      }
    >
      <Loading from={found} path={PATH}>
        {(list) =>
          list.length === 0 ? (
            <Empty text={tokens.none} />
          ) : (
            <ul class="lines">
              {list.map((token) => (
                <li key={token.id}>
                  <span class="what">
                    <strong>{token.name}</strong>
                    <span class="hint">
                      {[
                        token.scopes ? token.scopes.join(", ") : tokens.rights[token.scope],
                        token.expires_at ? tokens.until(day(token.expires_at)) : tokens.forever,
                        token.last_used_at ? tokens.used(dayAndTime(token.last_used_at)) : tokens.unused,
                      ].join(" · ")}
                    </span>
                  </span>
                  <button type="button" class="small destroys" onClick={() => (removes.value = token)}>
                    {tokens.revoke}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      {adds.value && (
        <NewToken
          onClose={() => (adds.value = false)}
          onMade={(token) => {
            made.value = token;
          }}
        />
      )}
      {made.value && <SecretOnce title={tokens.title} hint={tokens.once} secret={made.value} onClose={() => (made.value = "")} />}
      {removes.value && (
        <Confirm
          title={tokens.revokeAsk(removes.value.name)}
          text={tokens.revokeHint}
          act={tokens.revoke}
          onClose={() => (removes.value = undefined)}
          work={async () => {
            await write("DELETE", `${PATH}/${removes.value?.id}`);
            message.value = { text: tokens.revoked };
          }}
        />
      )}
    </Section>
  );
}

function NewToken({ onClose, onMade }: { onClose: () => void; onMade: (token: string) => void }) {
  const name = useSignal("");
  const rights = useSignal("read");
  const chosen = useSignal<readonly string[]>([]);
  const lifetime = useSignal("90");
  const sending = useSending();
  const { tokens } = texts;
  const toggle = (scope: string) => {
    chosen.value = chosen.value.includes(scope) ? chosen.value.filter((each) => each !== scope) : [...chosen.value, scope];
  };
  const save = async () => {
    if (name.value.trim() === "") throw ownRefusal({ name: words.entry.missing });
    if (rights.value === "some" && chosen.value.length === 0) throw ownRefusal({ scopes: tokens.chooseSome });
    const expiresAt = expiryOf(lifetime.value, currentTime());
    const { record } = await write<{ token: string }>("POST", PATH, {
      name: name.value.trim(),
      ...(rights.value === "some" ? { scopes: chosen.value } : { scope: rights.value }),
      ...(expiresAt && { expires_at: expiresAt }),
    });
    onMade(record.token);
    onClose();
  };
  return (
    <FormDialog title={tokens.add} onClose={onClose} sending={sending} act={tokens.make} save={save}>
      <TextField label={tokens.name} value={name} problem={sending.at("name")} hint={tokens.nameHint} maxLength={100} />
      <div class="pair">
        <SelectField
          label={tokens.may}
          value={rights}
          problem={sending.at("scope", "scopes")}
          options={[
            ["read", tokens.rights.read],
            ["write", tokens.rights.write],
            ["some", tokens.rights.some],
          ]}
        />
        <SelectField
          label={tokens.lifetime}
          value={lifetime}
          problem={sending.at("expires_at")}
          options={LIFETIMES.map((days) => [days, days === "" ? tokens.forever : tokens.days(days)] as const)}
        />
      </div>
      {rights.value === "some" && (
        <fieldset class="scopes">
          <legend>{tokens.which}</legend>
          {RESOURCES.map((resource) => (
            <div key={resource}>
              <span>{resource}</span>
              {(["read", "write"] as const).map((act) => (
                <label class="check" key={act}>
                  <input
                    type="checkbox"
                    checked={chosen.value.includes(`${resource}:${act}`)}
                    onChange={() => toggle(`${resource}:${act}`)}
                    aria-label={`${resource}: ${tokens.acts[act]}`}
                  />
                  <span aria-hidden="true">{tokens.acts[act]}</span>
                </label>
              ))}
            </div>
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
