// Sends a text message to a number that is typed, and shows what the gateway answered.
import { useSignal } from "@preact/signals";
import { TextField } from "../../ui/form.tsx";
import { ownRefusal } from "../../ui/use_sending.ts";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { OpenButton } from "../shell/open_button.tsx";
import { TryDialog } from "../shell/try_dialog.tsx";
import { smsTestWords as words } from "./sms_test_words.ts";

export function SmsTestButton() {
  return <OpenButton label={words.open} right="sms:test" dialog={(onClose) => <SmsTest onClose={onClose} />} />;
}

interface Attempt {
  sent: boolean;
  by: "gateway" | "mailbox";
  problem: string | null;
  answer: { status: number; body: string | null } | null;
}

const PHONE = /^\+?[1-9]\d{1,14}$/;

function SmsTest({ onClose }: { onClose: () => void }) {
  const console = useConsole();
  const to = useSignal("");
  const result = useSignal<Attempt | undefined>(undefined);
  const attempt = async () => {
    result.value = undefined;
    const number = to.value.replace(/[^\d+]/g, "");
    if (!PHONE.test(number)) throw ownRefusal({ to: words.badNumber });
    const body = { to: number };
    result.value = (await askAdmin<Attempt>(console, "/sms/test", { method: "POST", body })).answer;
  };
  const answer = result.value?.answer;
  return (
    <TryDialog title={words.title} text={words.hint} act={words.send} attempt={attempt} onClose={onClose}>
      {(sending) => (
        <>
          <TextField
            label={words.to}
            hint={words.toHint}
            type="tel"
            autoComplete="off"
            value={to}
            problem={sending.at("to")}
            maxLength={32}
          />
          <p role="status">{result.value && resultText(result.value)}</p>
          {answer && (
            <>
              <h3>{words.answer(answer.status)}</h3>
              <pre class="json">{answer.body === null ? words.notShown : answer.body || words.noBody}</pre>
            </>
          )}
        </>
      )}
    </TryDialog>
  );
}

function resultText({ sent, by, problem }: Attempt): string {
  if (!sent) return words.failed(problem ?? "");
  return by === "gateway" ? words.sent : words.inMailbox;
}
