// The address for other calendars: a token for the agenda alone, shown once and revoked by its owner.
import { useSignal } from "@preact/signals";
import { currentDay } from "../../clock.ts";
import { write } from "../../data/api.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { longDay } from "../../rules/day_names.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import { FormProblem } from "../../ui/problems.tsx";
import { useSending } from "../../ui/use_sending.ts";
import { agendaWords } from "./words.ts";

interface Token {
  id: number;
  name: string;
  scopes: string[] | null;
  created_at: string;
  last_used_at: string | null;
}

const SCOPE = "agenda:read";
const isOfAgenda = ({ scopes }: Token) => scopes?.length === 1 && scopes[0] === SCOPE;

export function AgendaAddress() {
  const store = useStore();
  const tokens = (useData<Token[]>("/api_tokens").data ?? []).filter(isOfAgenda);
  const address = useSignal("");
  const { send, sending, problem } = useSending();
  const make = () =>
    send(async () => {
      const { record } = await write<{ token: string }>(store, "POST", "/api_tokens", {
        name: agendaWords.tokenName,
        scopes: [SCOPE],
      });
      address.value = `${location.origin}/agenda.ics?token=${record.token}`;
    });
  const copy = async () => {
    await navigator.clipboard?.writeText(address.value).catch(() => {});
    store.message.value = { text: agendaWords.copied };
  };
  return (
    <section class="panel form" aria-labelledby="subscribe">
      <h2 id="subscribe">{agendaWords.subscribe}</h2>
      <p class="hint">{agendaWords.subscribeHint}</p>
      <FormProblem problem={problem.value} />
      {address.value ? (
        <div class="made">
          <p role="status">{agendaWords.made}</p>
          <input
            readOnly
            aria-label={agendaWords.address}
            value={address.value}
            onFocus={(event) => event.currentTarget.select()}
          />
          <button type="button" class="main" onClick={() => void copy()}>
            {agendaWords.copy}
          </button>
        </div>
      ) : (
        <div class="acts">
          <button type="button" class="writes" disabled={sending} onClick={() => void make()}>
            {agendaWords.make}
          </button>
        </div>
      )}
      {tokens.length > 0 && (
        <>
          <h3>{agendaWords.existing}</h3>
          <ul class="addresses">
            {tokens.map((token) => (
              <Address key={token.id} token={token} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** It cannot be undone, so the user confirms it. */
function Address({ token }: { token: Token }) {
  const store = useStore();
  const asks = useSignal(false);
  const close = async () => {
    await write(store, "DELETE", `/api_tokens/${token.id}`);
    store.message.value = { text: agendaWords.closed };
  };
  const day = (moment: string) => longDay(moment.slice(0, 10), language, currentDay());
  return (
    <li>
      <span>
        <strong>{token.name}</strong>{" "}
        <span class="hint">
          {joinParts(agendaWords.since(day(token.created_at)), token.last_used_at && agendaWords.used(day(token.last_used_at)))}
        </span>
      </span>
      <button type="button" class="small destroys" onClick={() => (asks.value = true)}>
        {agendaWords.close}
      </button>
      {asks.value && (
        <Confirm
          title={agendaWords.closeAsk}
          text={agendaWords.closeText}
          act={agendaWords.close}
          work={close}
          onClose={() => (asks.value = false)}
        />
      )}
    </li>
  );
}
