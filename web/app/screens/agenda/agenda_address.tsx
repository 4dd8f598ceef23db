// The address under which other calendars read the agenda: a token that opens nothing else, shown once, closed by whoever made it.
import { useSignal } from "@preact/signals";
import { write } from "../../data/api.ts";
import { currentDay } from "../../data/clock.ts";
import { message } from "../../data/state.ts";
import { longDay } from "../../rules/day_names.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { useData, useSending } from "../../ui/parts.tsx";
import { FormProblem } from "../../ui/trouble.tsx";
import { language } from "../../words/words.ts";
import { agenda as text } from "./words.ts";

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
  const tokens = (useData<Token[]>("/api_tokens").data ?? []).filter(isOfAgenda);
  const address = useSignal("");
  const { send, sending, problem } = useSending();
  const make = () =>
    send(async () => {
      const { record } = await write<{ token: string }>("POST", "/api_tokens", { name: text.tokenName, scopes: [SCOPE] });
      address.value = `${location.origin}/agenda.ics?token=${record.token}`;
    });
  const copy = async () => {
    await navigator.clipboard?.writeText(address.value).catch(() => {});
    message.value = { text: text.copied };
  };
  return (
    <section class="panel form" aria-labelledby="subscribe">
      <h2 id="subscribe">{text.subscribe}</h2>
      <p class="hint">{text.subscribeHint}</p>
      <FormProblem problem={problem.value} />
      {address.value ? (
        <div class="made">
          <p role="status">{text.made}</p>
          <input readOnly aria-label={text.address} value={address.value} onFocus={(event) => event.currentTarget.select()} />
          <button type="button" class="main" onClick={() => void copy()}>
            {text.copy}
          </button>
        </div>
      ) : (
        <div class="acts">
          <button type="button" class="writes" disabled={sending} onClick={() => void make()}>
            {text.make}
          </button>
        </div>
      )}
      {tokens.length > 0 && (
        <>
          <h3>{text.existing}</h3>
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

/** It cannot be undone, so it is asked for. */
function Address({ token }: { token: Token }) {
  const asks = useSignal(false);
  const close = async () => {
    await write("DELETE", `/api_tokens/${token.id}`);
    message.value = { text: text.closed };
  };
  const day = (moment: string) => longDay(moment.slice(0, 10), language, currentDay());
  return (
    <li>
      <span>
        <strong>{token.name}</strong>{" "}
        <span class="hint">
          {[text.since(day(token.created_at)), token.last_used_at && text.used(day(token.last_used_at))]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      <button type="button" class="small destroys" onClick={() => (asks.value = true)}>
        {text.close}
      </button>
      {asks.value && (
        <Confirm title={text.closeAsk} text={text.closeText} act={text.close} work={close} onClose={() => (asks.value = false)} />
      )}
    </li>
  );
}
