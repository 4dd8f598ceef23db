// /settings/webhooks: addresses that receive the events of the space. Only for its owners.
import { useSignal } from "@preact/signals";
import { write } from "../data/api.ts";
import { Loading } from "../data/loading.tsx";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import type { Refusal } from "../rules/records.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Dialog, FormDialog } from "../ui/dialog.tsx";
import { CheckField, SelectField, TextField } from "../ui/form.tsx";
import { reasonOf } from "../ui/problems.tsx";
import { SecretOnce } from "../ui/secret_once.tsx";
import { dayAndTime, Line, Lines, Section } from "../ui/sections.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { formWords, uiWords } from "../ui/words.ts";
import { webhookWords } from "./webhook_words.ts";
import { settingsWords } from "./words.ts";

interface Webhook {
  id: number;
  url: string;
  description: string | null;
  events: string[] | null;
  with_records: boolean;
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
        {(list) => (
          <Lines items={list} empty={webhookWords.none}>
            {(webhook) => <WebhookLine key={webhook.id} webhook={webhook} onSecret={(text) => (secret.value = text)} />}
          </Lines>
        )}
      </Loading>
      {adds.value && (
        <WebhookForm webhook={undefined} onClose={() => (adds.value = false)} onSecret={(text) => (secret.value = text)} />
      )}
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

function WebhookLine({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: string) => void }) {
  const store = useStore();
  const asks = useSignal<"edit" | "rotate" | "remove" | "deliveries" | undefined>(undefined);
  const path = `${PATH}/${webhook.id}`;
  const close = () => (asks.value = undefined);
  const state = webhook.enabled ? webhookWords.on : (webhookWords.reasons[webhook.off_reason ?? ""] ?? webhookWords.off);
  const tell = (text: string) => () => {
    store.message.value = { text };
  };
  const refused = tell(settingsWords.refused);
  const ping = () => write(store, "POST", `${path}/ping`, {}).then(tell(webhookWords.pinged), refused);
  const turn = () => write(store, "PUT", path, { enabled: !webhook.enabled }).catch(refused);
  const rotate = async () => {
    const { record } = await write<{ secret: string }>(store, "POST", `${path}/rotate_secret`, {});
    onSecret(record.secret);
  };
  const remove = () => write(store, "DELETE", path).then(tell(webhookWords.removed));
  return (
    <Line
      title={webhook.description || URL.parse(webhook.url)?.host || webhook.url}
      hints={[webhook.url, webhook.events === null ? webhookWords.all : webhookWords.chosen(webhook.events.length), state]}
    >
      <button type="button" class="small" onClick={() => void ping()}>
        {webhookWords.ping}
      </button>
      <button type="button" class="small" onClick={() => (asks.value = "deliveries")}>
        {webhookWords.deliveries}
      </button>
      <button type="button" class="small" onClick={() => (asks.value = "edit")}>
        {uiWords.edit}
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
      {asks.value === "edit" && <WebhookForm webhook={webhook} onClose={close} onSecret={onSecret} />}
      {asks.value === "deliveries" && <Deliveries path={`${path}/deliveries`} onClose={close} />}
      {asks.value === "rotate" && (
        <Confirm
          title={webhookWords.rotateAsk}
          text={webhookWords.rotateHint}
          act={webhookWords.rotate}
          destroys={false}
          onClose={close}
          work={rotate}
        />
      )}
      {asks.value === "remove" && (
        <Confirm title={webhookWords.removeAsk} text={webhook.url} act={webhookWords.remove} onClose={close} work={remove} />
      )}
    </Line>
  );
}

function Deliveries({ path, onClose }: { path: string; onClose: () => void }) {
  const store = useStore();
  const reply = useData<Delivery[]>(`${path}?limit=20`);
  const problem = useSignal("");
  const resend = (id: number) =>
    write(store, "POST", `${path}/${id}/resend`, {}).then(
      () => (problem.value = ""),
      (error: Refusal) => (problem.value = reasonOf(error)),
    );
  return (
    <Dialog title={webhookWords.deliveries} onClose={onClose}>
      <p role="alert" class="problem">
        {problem.value}
      </p>
      <Loading from={reply} path={`${path}?limit=20`}>
        {(list) => (
          <Lines items={list} empty={webhookWords.noDeliveries}>
            {({ id, type, state, status, error, created_at: at }) => (
              <Line key={id} title={type} hints={[dayAndTime(at), webhookWords.states[state], status ?? error]}>
                {state !== "waiting" && (
                  <button type="button" class="small" onClick={() => void resend(id)}>
                    {webhookWords.resend}
                  </button>
                )}
              </Line>
            )}
          </Lines>
        )}
      </Loading>
    </Dialog>
  );
}

interface WebhookFormProps {
  /** Undefined: a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

function WebhookForm({ webhook, onClose, onSecret }: WebhookFormProps) {
  const store = useStore();
  const url = useSignal(webhook?.url ?? "");
  const description = useSignal(webhook?.description ?? "");
  const events = useSignal<string>(chosenEvents(webhook));
  const records = useSignal(webhook?.with_records ?? false);
  const sending = useSending();
  const save = async () => {
    if (url.value.trim() === "") throw ownRefusal({ url: formWords.missing });
    const body = {
      url: url.value.trim(),
      description: description.value.trim() || null,
      ...(events.value !== "others" && { events: events.value === "all" ? null : OF_TRANSACTIONS }),
      with_records: records.value,
    };
    if (webhook) await write(store, "PUT", `${PATH}/${webhook.id}`, body);
    else onSecret((await write<{ secret: string }>(store, "POST", PATH, body)).record.secret);
    onClose();
  };
  return (
    <FormDialog
      title={webhook ? webhookWords.edit : webhookWords.add}
      onClose={onClose}
      sending={sending}
      act={formWords.save}
      save={save}
    >
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
          ...(chosenEvents(webhook) === "others" ? [["others", webhookWords.chosen(webhook?.events?.length ?? 0)] as const] : []),
        ]}
      />
      <CheckField label={webhookWords.records} value={records} />
    </FormDialog>
  );
}

/** `others`: chosen elsewhere, which the form keeps. */
type Chosen = "all" | "transactions" | "others";

function chosenEvents(webhook: Webhook | undefined): Chosen {
  if (!webhook?.events) return "all";
  const isOfTransactions = webhook.events.toSorted().join() === OF_TRANSACTIONS.toSorted().join();
  return isOfTransactions ? "transactions" : "others";
}
