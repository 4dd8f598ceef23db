// /settings/webhooks: addresses that receive the events of the space. Only for its owners.
import { useSignal } from "@preact/signals";
import { write } from "../data/api.ts";
import { Loading } from "../data/loading.tsx";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Dialog, FormDialog } from "../ui/dialog.tsx";
import { Empty } from "../ui/empty.tsx";
import { SelectField, TextField } from "../ui/form.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { dayAndTime, Section } from "./parts.tsx";
import { SecretOnce } from "./secret_once.tsx";
import { webhookWords } from "./webhook_words.ts";
import { settingsWords } from "./words.ts";

interface Webhook {
  id: number;
  url: string;
  description: string | null;
  events: string[] | null;
  enabled: boolean;
  off_reason: string | null;
}

interface Delivery {
  id: number;
  type: string;
  state: "waiting" | "delivered" | "failed";
  status: number | null;
  error: string | null;
  created_at: string;
}

const PATH = "/webhooks";
const OF_TRANSACTIONS = ["transaction.created", "transaction.updated", "transaction.deleted"];

export function Webhooks() {
  const reply = useData<Webhook[]>(PATH);
  const adds = useSignal(false);
  const secret = useSignal("");
  if (reply.problem?.status === 404) return <Section title={webhookWords.title} hint={webhookWords.notHere} />;
  if (reply.problem?.status === 403) return <Section title={webhookWords.title} hint={webhookWords.ownersOnly} />;
  return (
    <Section
      title={webhookWords.title}
      hint={webhookWords.hint}
      acts={
        <button type="button" class="small" onClick={() => (adds.value = true)}>
          {webhookWords.add}
        </button>
      }
    >
      <Loading from={reply} path={PATH}>
        {(list) =>
          list.length === 0 ? (
            <Empty text={webhookWords.none} />
          ) : (
            <ul class="lines">
              {list.map((webhook) => (
                <Line key={webhook.id} webhook={webhook} onSecret={(text) => (secret.value = text)} />
              ))}
            </ul>
          )
        }
      </Loading>
      {adds.value && <NewWebhook onClose={() => (adds.value = false)} onSecret={(text) => (secret.value = text)} />}
      {secret.value && (
        <SecretOnce
          title={webhookWords.secret}
          hint={webhookWords.once}
          secret={secret.value}
          onClose={() => (secret.value = "")}
        />
      )}
    </Section>
  );
}

function Line({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: string) => void }) {
  const store = useStore();
  const asks = useSignal<"rotate" | "remove" | "deliveries" | undefined>(undefined);
  const path = `${PATH}/${webhook.id}`;
  const close = () => {
    asks.value = undefined;
  };
  const state = webhook.enabled ? webhookWords.on : (webhookWords.reasons[webhook.off_reason ?? ""] ?? webhookWords.off);
  const eventsText = webhook.events === null ? webhookWords.all : webhookWords.chosen(webhook.events.length);
  const ping = () =>
    write(store, "POST", `${path}/ping`, {}).then(
      () => (store.message.value = { text: webhookWords.pinged }),
      () => (store.message.value = { text: settingsWords.refused }),
    );
  const turn = () =>
    write(store, "PUT", path, { enabled: !webhook.enabled }).catch(() => (store.message.value = { text: settingsWords.refused }));
  return (
    <li>
      <span class="what">
        <strong>{webhook.description || URL.parse(webhook.url)?.host || webhook.url}</strong>
        <span class="hint">{[webhook.url, eventsText, state].join(" · ")}</span>
      </span>
      <button type="button" class="small" onClick={() => void ping()}>
        {webhookWords.ping}
      </button>
      <button type="button" class="small" onClick={() => (asks.value = "deliveries")}>
        {webhookWords.deliveries}
      </button>
      <button type="button" class="small" onClick={() => void turn()}>
        {webhook.enabled ? webhookWords.turnOff : webhookWords.turnOn}
      </button>
      <button type="button" class="small" onClick={() => (asks.value = "rotate")}>
        {webhookWords.rotate}
      </button>
      <button type="button" class="small destroys" onClick={() => (asks.value = "remove")}>
        {webhookWords.remove}
      </button>
      {asks.value === "deliveries" && <Deliveries path={`${path}/deliveries`} onClose={close} />}
      {asks.value === "rotate" && (
        <Confirm
          title={webhookWords.rotateAsk}
          text={webhookWords.rotateHint}
          act={webhookWords.rotate}
          destroys={false}
          onClose={close}
          work={async () => {
            const { record } = await write<{ secret: string }>(store, "POST", `${path}/rotate_secret`, {});
            onSecret(record.secret);
          }}
        />
      )}
      {asks.value === "remove" && (
        <Confirm
          title={webhookWords.removeAsk}
          text={webhook.url}
          act={webhookWords.remove}
          onClose={close}
          work={async () => {
            await write(store, "DELETE", path);
            store.message.value = { text: webhookWords.removed };
          }}
        />
      )}
    </li>
  );
}

function Deliveries({ path, onClose }: { path: string; onClose: () => void }) {
  const reply = useData<Delivery[]>(`${path}?limit=20`);
  return (
    <Dialog title={webhookWords.deliveries} onClose={onClose}>
      <Loading from={reply} path={`${path}?limit=20`}>
        {(list) =>
          list.length === 0 ? (
            <Empty text={webhookWords.noDeliveries} />
          ) : (
            <ul class="lines">
              {list.map(({ id, type, state, status, error, created_at: at }) => (
                <li key={id}>
                  <span class="what">
                    <strong>{type}</strong>
                    <span class="hint">
                      {[dayAndTime(at), webhookWords.states[state], status ?? error].filter(Boolean).join(" · ")}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </Dialog>
  );
}

function NewWebhook({ onClose, onSecret }: { onClose: () => void; onSecret: (secret: string) => void }) {
  const store = useStore();
  const url = useSignal("");
  const description = useSignal("");
  const events = useSignal("all");
  const records = useSignal(false);
  const sending = useSending();
  const save = async () => {
    if (url.value.trim() === "") throw ownRefusal({ url: formWords.missing });
    const { record } = await write<{ secret: string }>(store, "POST", PATH, {
      url: url.value.trim(),
      ...(description.value.trim() !== "" && { description: description.value.trim() }),
      events: events.value === "all" ? null : OF_TRANSACTIONS,
      with_records: records.value,
    });
    onSecret(record.secret);
    onClose();
  };
  return (
    <FormDialog title={webhookWords.add} onClose={onClose} sending={sending} act={formWords.save} save={save}>
      <TextField
        label={webhookWords.url}
        value={url}
        problem={sending.at("url", "base")}
        hint={webhookWords.urlHint}
        type="url"
        maxLength={2000}
      />
      <TextField label={webhookWords.description} value={description} problem={sending.at("description")} maxLength={255} />
      <SelectField
        label={webhookWords.events}
        value={events}
        problem={sending.at("events")}
        options={[
          ["all", webhookWords.all],
          ["transactions", webhookWords.transactions],
        ]}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={records.value}
          onChange={(event) => {
            records.value = event.currentTarget.checked;
          }}
        />
        <span>{webhookWords.records}</span>
      </label>
    </FormDialog>
  );
}
