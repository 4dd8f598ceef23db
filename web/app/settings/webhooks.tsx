// /settings/webhooks: addresses that are told what is written in the space. For its owners.

import { useSignal } from "@preact/signals";
import { write } from "../data/api.ts";
import { message } from "../data/state.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Dialog, FormDialog } from "../ui/dialog.tsx";
import { SelectField, TextField } from "../ui/form.tsx";
import { Empty, Loading, ownRefusal, useData, useSending } from "../ui/parts.tsx";
import { words } from "../words/words.ts";
import { dayAndTime, Section } from "./parts.tsx";
import { SecretOnce } from "./secret_once.tsx";
import { texts } from "./texts.ts";

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
  const found = useData<Webhook[]>(PATH);
  const adds = useSignal(false);
  const secret = useSignal("");
  const { webhooks } = texts;
  if (found.problem?.status === 404) return <Section title={webhooks.title} hint={webhooks.notHere} />;
  if (found.problem?.status === 403) return <Section title={webhooks.title} hint={webhooks.ownersOnly} />;
  return (
    <Section
      title={webhooks.title}
      hint={webhooks.hint}
      acts={
        <button type="button" class="small" onClick={() => (adds.value = true)}>
          {webhooks.add}
        </button>
      }
    >
      <Loading from={found} path={PATH}>
        {(list) =>
          list.length === 0 ? (
            <Empty text={webhooks.none} />
          ) : (
            <ul class="lines">
              {list.map((webhook) => (
                <Line key={webhook.id} webhook={webhook} onSecret={(made) => (secret.value = made)} />
              ))}
            </ul>
          )
        }
      </Loading>
      {adds.value && <NewWebhook onClose={() => (adds.value = false)} onSecret={(made) => (secret.value = made)} />}
      {secret.value && (
        <SecretOnce title={webhooks.secret} hint={webhooks.once} secret={secret.value} onClose={() => (secret.value = "")} />
      )}
    </Section>
  );
}

function Line({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: string) => void }) {
  const asks = useSignal<"rotate" | "remove" | "deliveries" | undefined>(undefined);
  const { webhooks } = texts;
  const path = `${PATH}/${webhook.id}`;
  const close = () => {
    asks.value = undefined;
  };
  const state = webhook.enabled ? webhooks.on : (webhooks.reasons[webhook.off_reason ?? ""] ?? webhooks.off);
  const told = webhook.events === null ? webhooks.all : webhooks.chosen(webhook.events.length);
  const ping = () =>
    write("POST", `${path}/ping`, {}).then(
      () => (message.value = { text: webhooks.pinged }),
      () => (message.value = { text: texts.refused }),
    );
  const turn = () => write("PUT", path, { enabled: !webhook.enabled }).catch(() => (message.value = { text: texts.refused }));
  return (
    <li>
      <span class="what">
        <strong>{webhook.description || URL.parse(webhook.url)?.host || webhook.url}</strong>
        <span class="hint">{[webhook.url, told, state].join(" · ")}</span>
      </span>
      <button type="button" class="small" onClick={() => void ping()}>
        {webhooks.ping}
      </button>
      <button type="button" class="small" onClick={() => (asks.value = "deliveries")}>
        {webhooks.deliveries}
      </button>
      <button type="button" class="small" onClick={() => void turn()}>
        {webhook.enabled ? webhooks.turnOff : webhooks.turnOn}
      </button>
      <button type="button" class="small" onClick={() => (asks.value = "rotate")}>
        {webhooks.rotate}
      </button>
      <button type="button" class="small destroys" onClick={() => (asks.value = "remove")}>
        {webhooks.remove}
      </button>
      {asks.value === "deliveries" && <Deliveries path={`${path}/deliveries`} onClose={close} />}
      {asks.value === "rotate" && (
        <Confirm
          title={webhooks.rotateAsk}
          text={webhooks.rotateHint}
          act={webhooks.rotate}
          destroys={false}
          onClose={close}
          work={async () => {
            const { record } = await write<{ secret: string }>("POST", `${path}/rotate_secret`, {});
            onSecret(record.secret);
          }}
        />
      )}
      {asks.value === "remove" && (
        <Confirm
          title={webhooks.removeAsk}
          text={webhook.url}
          act={webhooks.remove}
          onClose={close}
          work={async () => {
            await write("DELETE", path);
            message.value = { text: webhooks.removed };
          }}
        />
      )}
    </li>
  );
}

function Deliveries({ path, onClose }: { path: string; onClose: () => void }) {
  const found = useData<Delivery[]>(`${path}?limit=20`);
  const { webhooks } = texts;
  return (
    <Dialog title={webhooks.deliveries} onClose={onClose}>
      <Loading from={found} path={`${path}?limit=20`}>
        {(list) =>
          list.length === 0 ? (
            <Empty text={webhooks.noDeliveries} />
          ) : (
            <ul class="lines">
              {list.map(({ id, type, state, status, error, created_at: at }) => (
                <li key={id}>
                  <span class="what">
                    <strong>{type}</strong>
                    <span class="hint">
                      {[dayAndTime(at), webhooks.states[state], status ?? error].filter(Boolean).join(" · ")}
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
  const url = useSignal("");
  const description = useSignal("");
  const told = useSignal("all");
  const records = useSignal(false);
  const sending = useSending();
  const { webhooks } = texts;
  const save = async () => {
    if (url.value.trim() === "") throw ownRefusal({ url: words.entry.missing });
    const { record } = await write<{ secret: string }>("POST", PATH, {
      url: url.value.trim(),
      ...(description.value.trim() !== "" && { description: description.value.trim() }),
      events: told.value === "all" ? null : OF_TRANSACTIONS,
      with_records: records.value,
    });
    onSecret(record.secret);
    onClose();
  };
  return (
    <FormDialog title={webhooks.add} onClose={onClose} sending={sending} act={words.entry.save} save={save}>
      <TextField
        label={webhooks.url}
        value={url}
        problem={sending.at("url", "base")}
        hint={webhooks.urlHint}
        type="url"
        maxLength={2000}
      />
      <TextField label={webhooks.description} value={description} problem={sending.at("description")} maxLength={255} />
      <SelectField
        label={webhooks.events}
        value={told}
        problem={sending.at("events")}
        options={[
          ["all", webhooks.all],
          ["transactions", webhooks.transactions],
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
        <span>{webhooks.records}</span>
      </label>
    </FormDialog>
  );
}
