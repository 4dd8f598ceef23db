// Creates a webhook, or changes one: where it goes, which events it is sent, and whether it is on.
import { useSignal } from "@preact/signals";
import { CheckField, TextField } from "../../ui/form.tsx";
import { ownRefusal } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { useConsole } from "../data/console.ts";
import { act } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { webhookFormWords } from "./words.ts";

export interface Webhook {
  id: string;
  url: string;
  description: string;
  /** Empty: all. */
  events: string[];
  enabled: boolean;
  off_reason: "failing" | "gone" | "secret_unreadable" | null;
  failures: number;
  next_attempt_at: string | null;
  old_secret_until: string | null;
}

interface WebhookFormProps {
  /** Undefined: a new one. */
  webhook?: Webhook;
  types: readonly string[];
  onClose: () => void;
  onSecret: (secret: string) => void;
}

export function WebhookForm({ webhook, types, onClose, onSecret }: WebhookFormProps) {
  const console = useConsole();
  const url = useSignal(webhook?.url ?? "");
  const description = useSignal(webhook?.description ?? "");
  const isAll = useSignal(!webhook || webhook.events.length === 0);
  const events = useSignal<readonly string[]>(webhook?.events ?? []);
  const enabled = useSignal(webhook?.enabled ?? true);
  const skips = useSignal(false);
  const toggle = (type: string, isOn: boolean) =>
    (events.value = isOn ? [...events.value, type] : events.value.filter((each) => each !== type));
  const title = webhook ? webhookFormWords.change : webhookFormWords.create;
  const work = async (reason: string) => {
    if (!URL.canParse(url.value.trim())) throw ownRefusal({ url: webhookFormWords.urlBad });
    if (!isAll.value && events.value.length === 0) throw ownRefusal({ events: webhookFormWords.noEvents });
    const body = {
      url: url.value.trim(),
      description: description.value.trim(),
      events: isAll.value ? [] : events.value,
      ...((!webhook || enabled.value !== webhook.enabled) && { enabled: enabled.value }),
      ...(webhook && skips.value && { skip_missed: true }),
    };
    if (webhook) await act(console, "PUT", `/webhooks/${webhook.id}`, { body, reason });
    else onSecret((await act<{ secret: string }>(console, "POST", "/webhooks", { body, reason })).secret);
  };
  return (
    <ActDialog title={title} act={formWords.save} right="webhooks:write" destroys={false} onClose={onClose} work={work}>
      {(sending) => (
        <>
          <TextField
            label={webhookFormWords.url}
            hint={webhookFormWords.urlHint}
            type="url"
            value={url}
            problem={sending.at("url")}
            maxLength={2000}
          />
          <TextField label={webhookFormWords.description} value={description} maxLength={255} />
          <CheckField label={webhookFormWords.allEvents} value={isAll} />
          {!isAll.value && (
            <fieldset class="field">
              <legend>{webhookFormWords.events}</legend>
              <div class="scopes">
                {types.map((type) => (
                  <label key={type} class="check">
                    <input
                      type="checkbox"
                      checked={events.value.includes(type)}
                      onChange={({ currentTarget }) => toggle(type, currentTarget.checked)}
                    />
                    <code>{type}</code>
                  </label>
                ))}
              </div>
              {sending.at("events") && <p class="problem">{sending.at("events")}</p>}
            </fieldset>
          )}
          <CheckField label={webhookFormWords.enabled} value={enabled} />
          {webhook && <CheckField label={webhookFormWords.skip} value={skips} />}
        </>
      )}
    </ActDialog>
  );
}
