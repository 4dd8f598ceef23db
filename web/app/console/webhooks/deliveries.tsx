// What became of the events that a webhook was sent, the latest first; each can be sent again.
import { useSignal } from "@preact/signals";
import type { Refusal } from "../../rules/records.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Failed } from "../../ui/problems.tsx";
import { dayAndTime, Line, Lines } from "../../ui/sections.tsx";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { act, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { usersWords } from "../users/words.ts";
import { deliveryWords } from "./words.ts";

interface Delivery {
  id: number;
  type: string;
  state: "waiting" | "delivered" | "failed";
  attempts: number;
  status: number | null;
  error: string | null;
  asked: boolean;
  created_at: string;
}

const PAGE = 20;
const SIGNS = { waiting: "partial", delivered: "paid", failed: "overdue" };

export function Deliveries({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const console = useConsole();
  const path = `/webhooks/${webhookId}/deliveries?limit=${PAGE}`;
  const reply = useData<{ deliveries: Delivery[] }>(path);
  const more = useSignal<readonly Delivery[]>([]);
  const isOver = useSignal(false);
  const problem = useSignal<Refusal | undefined>(undefined);
  const show = async (before: number) => {
    problem.value = undefined;
    await askAdmin<{ deliveries: Delivery[] }>(console, `${path}&before=${before}`).then(
      ({ answer }) => {
        more.value = [...more.value, ...answer.deliveries];
        isOver.value = answer.deliveries.length < PAGE;
      },
      (error: Refusal) => (problem.value = error),
    );
  };
  return (
    <Dialog title={deliveryWords.title} onClose={onClose}>
      <Loading from={reply} path={path}>
        {({ deliveries: first }) => {
          const all = [...first, ...more.value.filter(({ id }) => first.every((each) => each.id !== id))];
          const last = all.at(-1);
          return (
            <>
              <Lines items={all} empty={deliveryWords.none}>
                {(delivery) => <DeliveryLine key={delivery.id} delivery={delivery} webhookId={webhookId} />}
              </Lines>
              {problem.value && last && <Failed problem={problem.value} retry={() => void show(last.id)} />}
              {last && first.length === PAGE && !isOver.value && (
                <div class="section-more">
                  <button type="button" class="small" onClick={() => void show(last.id)}>
                    {usersWords.more}
                  </button>
                </div>
              )}
            </>
          );
        }}
      </Loading>
    </Dialog>
  );
}

function DeliveryLine({ delivery, webhookId }: { delivery: Delivery; webhookId: string }) {
  const console = useConsole();
  const { id, type, state, attempts, status, error, asked: isManual, created_at: created } = delivery;
  return (
    <Line
      title={
        <>
          <code>{type}</code>
          <span class={`status ${SIGNS[state]}`}>{deliveryWords.states[state]}</span>
        </>
      }
      hints={[
        dayAndTime(created),
        status !== null && deliveryWords.status(status),
        error && (deliveryWords.errors[error as keyof typeof deliveryWords.errors] ?? error),
        attempts > 1 && deliveryWords.attempts(attempts),
        isManual && deliveryWords.manual,
      ]}
    >
      {state !== "waiting" && (
        <OpenButton
          label={deliveryWords.resend.act}
          right="webhooks:write"
          dialog={(onClose) => (
            <ActDialog
              {...deliveryWords.resend}
              right="webhooks:write"
              destroys={false}
              onClose={onClose}
              work={(reason) => act(console, "POST", `/webhooks/${webhookId}/deliveries/${id}/resend`, { reason })}
            />
          )}
        />
      )}
    </Line>
  );
}
