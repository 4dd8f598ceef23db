// Sends a text message to a number that is typed, and shows what the gateway answered.
import { useSignal } from "@preact/signals";
import { TextField } from "../../ui/form.tsx";
import { ownRefusal } from "../../ui/use_sending.ts";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { OpenButton } from "../shell/open_button.tsx";
import { TryDialog } from "../shell/try_dialog.tsx";
import { smsTestWords } from "./sms_test_words.ts";

export function SmsTestButton() {
  return <OpenButton label={smsTestWords.open} right="sms:test" dialog={(onClose) => <SmsTest onClose={onClose} />} />;
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
    if (!PHONE.test(number)) throw ownRefusal({ to: smsTestWords.badNumber });
    const body = { to: number };
    result.value = (await askAdmin<Attempt>(console, "/sms/test", { method: "POST", body })).answer;
  };
  const answer = result.value?.answer;
  return (
    <TryDialog title={smsTestWords.title} text={smsTestWords.hint} act={smsTestWords.send} attempt={attempt} onClose={onClose}>
      {(sending) => (
        <>
          <TextField
            label={smsTestWords.to}
            hint={smsTestWords.toHint}
            type="tel"
            autoComplete="off"
            value={to}
            problem={sending.at("to")}
            maxLength={32}
          />
          <p role="status">{result.value && resultText(result.value)}</p>
          {answer && (
            <>
              <h3>{smsTestWords.answer(answer.status)}</h3>
              <pre class="json">{answer.body === null ? smsTestWords.notShown : answer.body || smsTestWords.noBody}</pre>
            </>
          )}
        </>
      )}
    </TryDialog>
  );
}

function resultText({ sent, by, problem }: Attempt): string {
  if (!sent) return smsTestWords.failed(problem ?? "");
  return by === "gateway" ? smsTestWords.sent : smsTestWords.inMailbox;
}
