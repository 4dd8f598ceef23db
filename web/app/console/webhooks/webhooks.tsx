// /admin/webhooks: addresses that are told what happens to users, signed and in order.
import { useSignal } from "@preact/signals";
import { SecretOnce } from "../../ui/secret_once.tsx";
import { dayAndTime, Line, Lines } from "../../ui/sections.tsx";
import { useConsole } from "../data/console.ts";
import { act, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { Screen } from "../shell/screen.tsx";
import { Deliveries } from "./deliveries.tsx";
import { type Webhook, WebhookForm } from "./webhook_form.tsx";
import { webhooksWords } from "./words.ts";

const PATH = "/webhooks";
const RIGHT = "webhooks:write";

export function Webhooks() {
  const reply = useData<{ webhooks: Webhook[]; event_types: string[] }>(PATH);
  const secret = useSignal("");
  const show = (text: string) => (secret.value = text);
  const types = reply.data?.event_types ?? [];
  return (
    <Screen
      title={webhooksWords.title}
      hint={webhooksWords.hint}
      tools={
        reply.data && (
          <OpenButton
            label={webhooksWords.create}
            right={RIGHT}
            dialog={(onClose) => <WebhookForm types={types} onClose={onClose} onSecret={show} />}
          />
        )
      }
    >
      <Loading from={reply} path={PATH}>
        {({ webhooks }) => (
          <Lines items={webhooks} empty={webhooksWords.none}>
            {(webhook) => <WebhookLine key={webhook.id} webhook={webhook} types={types} onSecret={show} />}
          </Lines>
        )}
      </Loading>
      {secret.value && (
        <SecretOnce
          title={webhooksWords.secret}
          hint={webhooksWords.secretHint}
          secret={secret.value}
          onClose={() => (secret.value = "")}
        />
      )}
    </Screen>
  );
}

interface WebhookLineProps {
  webhook: Webhook;
  types: readonly string[];
  onSecret: (secret: string) => void;
}

function WebhookLine({ webhook, types, onSecret }: WebhookLineProps) {
  const {
    url,
    description,
    events,
    enabled,
    off_reason: reason,
    failures,
    next_attempt_at: next,
    old_secret_until: old,
  } = webhook;
  const { origin } = new URL(url);
  return (
    <Line
      title={
        <>
          {description || origin}
          <span class={enabled ? "status paid" : "status"}>{enabled ? webhooksWords.on : webhooksWords.off}</span>
        </>
      }
      hints={[
        url,
        events.length === 0 ? webhooksWords.allEvents : webhooksWords.someEvents(events.length),
        reason && (webhooksWords.reasons[reason] ?? reason),
        failures > 0 && webhooksWords.failures(failures),
        next && webhooksWords.next(dayAndTime(next)),
        old && webhooksWords.oldSecret(dayAndTime(old)),
      ]}
    >
      <OpenButton
        label={webhooksWords.deliveries}
        right="webhooks:read"
        dialog={(onClose) => <Deliveries webhookId={webhook.id} onClose={onClose} />}
      />
      <WebhookActs webhook={webhook} types={types} onSecret={onSecret} />
    </Line>
  );
}

function WebhookActs({ webhook, types, onSecret }: WebhookLineProps) {
  const console = useConsole();
  const path = `${PATH}/${webhook.id}`;
  return (
    <>
      <OpenButton
        label={webhooksWords.ping.act}
        right={RIGHT}
        dialog={(onClose) => (
          <ActDialog
            {...webhooksWords.ping}
            right={RIGHT}
            destroys={false}
            onClose={onClose}
            work={(reason) => act(console, "POST", `${path}/ping`, { reason })}
          />
        )}
      />
      <OpenButton
        label={webhooksWords.change}
        right={RIGHT}
        dialog={(onClose) => <WebhookForm webhook={webhook} types={types} onClose={onClose} onSecret={onSecret} />}
      />
      <OpenButton
        label={webhooksWords.rotate.act}
        right={RIGHT}
        dialog={(onClose) => (
          <ActDialog
            {...webhooksWords.rotate}
            right={RIGHT}
            destroys={false}
            onClose={onClose}
            work={async (reason) =>
              onSecret((await act<{ secret: string }>(console, "POST", `${path}/rotate_secret`, { reason })).secret)
            }
          />
        )}
      />
      <OpenButton
        label={webhooksWords.delete.act}
        right={RIGHT}
        dialog={(onClose) => (
          <ActDialog
            {...webhooksWords.delete}
            right={RIGHT}
            onClose={onClose}
            work={(reason) => act(console, "DELETE", path, { reason })}
          />
        )}
      />
    </>
  );
}
