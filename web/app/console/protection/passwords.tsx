// The rules of passwords, with a field that tries them; the captcha, and mail servers that are refused.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Form, TextField } from "../../ui/form.tsx";
import { Section } from "../../ui/sections.tsx";
import { useSending } from "../../ui/use_sending.ts";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { count } from "../data/number_text.ts";
import { protectionWords } from "./words.ts";

const words = protectionWords.passwords;
const otherWords = protectionWords.others;

export interface ProtectionReply {
  captcha: string | null;
  least_characters: number;
  required_characters: string[];
  leaked_passwords: keyof typeof words.leakKinds;
  leaked_fail_closed: boolean;
  needs_nonce: boolean;
  needs_current_password: boolean;
  blocked_mail_servers: string[];
  variables: Record<string, string>;
}

interface PartProps {
  settings: ProtectionReply;
  acts: ComponentChildren;
}

export function Passwords({ settings, acts }: PartProps) {
  const { required_characters: sets, leaked_passwords: leaks, variables } = settings;
  const isAsked = leaks !== "off";
  const needed = [settings.needs_nonce && words.needsNonce, settings.needs_current_password && words.needsCurrent];
  return (
    <Section title={words.title} acts={acts}>
      <dl class="facts user-facts">
        <Fact label={words.least} variable={variables.least_characters}>
          {words.characters(count(settings.least_characters))}
        </Fact>
        <Fact label={words.sets} variable={variables.required_characters}>
          {sets.length === 0 ? words.noSets : sets.map((set) => <code key={set}>{set}</code>)}
        </Fact>
        <Fact label={words.leaks} variable={variables.leaked_passwords}>
          {words.leakKinds[leaks]}
          {isAsked && <span class="hint">{settings.leaked_fail_closed ? words.closed : words.open}</span>}
        </Fact>
        <Fact label={words.change} variable={variables.needs_nonce}>
          {needed.filter(Boolean).join(", ") || words.needsNothing}
        </Fact>
      </dl>
      <Sample />
    </Section>
  );
}

interface Verdict {
  accepted: boolean;
  reasons: (keyof typeof words.reasons)[];
}

function Sample() {
  const console = useConsole();
  const password = useSignal("");
  const verdict = useSignal<Verdict | undefined>(undefined);
  const sending = useSending();
  const tryIt = async () => {
    const question = { method: "POST", body: { password: password.value } } as const;
    verdict.value = (await askAdmin<Verdict>(console, "/passwords/test", question)).answer;
  };
  return (
    <Form sending={sending} save={tryIt} act={words.tryIt}>
      <TextField
        label={words.sample}
        hint={words.sampleHint}
        value={password}
        autoComplete="off"
        maxLength={1000}
        reads={(_, typed) => {
          verdict.value = undefined;
          return typed;
        }}
      />
      <p role="status">{verdict.value && verdictText(verdict.value)}</p>
    </Form>
  );
}

function verdictText({ accepted, reasons }: Verdict): string {
  const texts = reasons.map((each) => words.reasons[each]).join(", ");
  return accepted ? [words.accepted, texts].filter(Boolean).join(" ") : `${words.refused} ${texts}`;
}

export function Others({ settings, acts }: PartProps) {
  const { captcha, blocked_mail_servers: blocked, variables } = settings;
  return (
    <Section title={otherWords.title} acts={acts}>
      <dl class="facts user-facts">
        <Fact label={otherWords.captcha} variable={variables.captcha}>
          {captcha ?? otherWords.none}
        </Fact>
        <Fact label={otherWords.blocked} variable={variables.blocked_mail_servers}>
          {blocked.length === 0 ? otherWords.noneBlocked : blocked.join(", ")}
        </Fact>
      </dl>
    </Section>
  );
}

interface FactProps {
  label: string;
  variable: string | undefined;
  children: ComponentChildren;
}

function Fact({ label, variable, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      <dd class="hint">
        <code>{variable}</code>
      </dd>
    </div>
  );
}
