// Connected apps. Revoking one takes effect at once, also for tokens already issued.
import { useSignal } from "@preact/signals";
import { useStore } from "../data/use_store.ts";
import { Confirm } from "../ui/confirm.tsx";
import { day, Section } from "../ui/sections.tsx";
import { askAuth, useAuth } from "./auth.ts";
import { appWords } from "./connection_words.ts";

interface Grant {
  client: { id: string; name: string; uri: string };
  scopes: string[];
  resources: string[];
  granted_at: string;
}

const PATH = "/user/oauth/grants";

/** Hidden if there are none, or if auth has no OAuth server and replies 404. */
export function Apps() {
  const store = useStore();
  const reply = useAuth<Grant[]>(PATH);
  const removes = useSignal<Grant | undefined>(undefined);
  if (!reply.data?.length) return null;
  return (
    <Section title={appWords.title} hint={appWords.hint}>
      <ul class="lines">
        {reply.data.map((grant) => (
          <li key={grant.client.id}>
            <span class="what">
              <strong>
                <bdi>{nameOf(grant)}</bdi>
              </strong>
              <span class="hint">
                {[appWords.since(day(grant.granted_at)), ...grant.scopes.map((scope) => appWords.scopes[scope] ?? scope)].join(
                  " · ",
                )}
              </span>
              {grant.resources.length > 0 && <span class="hint">{appWords.where(grant.resources.map(hostOf).join(", "))}</span>}
            </span>
            <button type="button" class="small destroys" onClick={() => (removes.value = grant)}>
              {appWords.remove}
            </button>
          </li>
        ))}
      </ul>
      {removes.value && (
        <Confirm
          title={appWords.removeAsk(nameOf(removes.value))}
          text={appWords.removeHint}
          act={appWords.remove}
          onClose={() => (removes.value = undefined)}
          work={async () => {
            await askAuth(store, "DELETE", `${PATH}?${new URLSearchParams({ client_id: removes.value?.client.id ?? "" })}`);
            store.message.value = { text: appWords.removed };
          }}
        />
      )}
    </Section>
  );
}

const nameOf = ({ client }: Grant) => client.name || client.uri || client.id;
const hostOf = (uri: string) => URL.parse(uri)?.host || uri;
