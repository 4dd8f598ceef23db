// A mail with made-up values, as its reader would see it, while it is written. The frame keeps its markup apart from this page.
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Refusal } from "../../rules/records.ts";
import { FormProblem } from "../../ui/problems.tsx";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { templateOf } from "./mail_kinds.ts";
import { type MailKind, mailWords } from "./mail_words.ts";

interface PreviewProps {
  kind: MailKind;
  language: string;
  subject: string;
  html: string;
}

interface PreviewReply {
  subject: string;
  text: string;
  template_url?: string;
}

const SHOWN_AFTER_MS = 400;

export function Preview({ kind, language, subject, html }: PreviewProps) {
  const console = useConsole();
  const reply = useSignal<PreviewReply | undefined>(undefined);
  const problem = useSignal<Refusal | undefined>(undefined);
  const turn = useRef(0);
  const inline = html.trim().startsWith("<") ? html.trim() : "";
  const look = async () => {
    const mine = ++turn.current;
    const body = {
      template: templateOf(kind),
      ...(language !== "" && { language }),
      ...(subject.trim() !== "" && { subject: subject.trim() }),
      ...(inline !== "" && { html: inline }),
    };
    try {
      const { answer } = await askAdmin<PreviewReply>(console, "/mail/preview", { method: "POST", body });
      if (mine === turn.current) [reply.value, problem.value] = [answer, undefined];
    } catch (error) {
      if (mine === turn.current) problem.value = error as Refusal;
    }
  };
  useEffect(() => {
    const timer = setTimeout(() => void look(), reply.value ? SHOWN_AFTER_MS : 0);
    return () => clearTimeout(timer);
  }, [language, subject, inline]);
  return (
    <section class="mail-preview" aria-label={mailWords.previewTitle}>
      <h3>{mailWords.previewTitle}</h3>
      <FormProblem problem={problem.value} retry={() => void look()} />
      {reply.value && (
        <>
          <p class="mail-subject">{reply.value.subject}</p>
          {reply.value.template_url && <p class="hint">{mailWords.elsewhere(reply.value.template_url)}</p>}
          <Frame kind={kind} language={language} html={inline} />
          <details class="changed">
            <summary>{mailWords.previewText}</summary>
            <pre class="json">{reply.value.text}</pre>
          </details>
        </>
      )}
    </section>
  );
}

/** It is posted into the frame, because the policy of this page would also hold for what a script put there. */
function Frame({ kind, language, html }: Omit<PreviewProps, "subject">) {
  const name = useId();
  const form = useRef<HTMLFormElement | null>(null);
  const isShown = useRef(false);
  useEffect(() => {
    const timer = setTimeout(() => form.current?.submit(), isShown.current ? SHOWN_AFTER_MS : 0);
    isShown.current = true;
    return () => clearTimeout(timer);
  }, [language, html]);
  // A form within the form of the dialog is not allowed, so it stands beside the page.
  useEffect(() => {
    const own = document.createElement("form");
    Object.assign(own, { method: "post", action: "/api/admin/mail/preview/page", target: name, hidden: true });
    document.body.append(own);
    form.current = own;
    return () => own.remove();
  }, []);
  useEffect(() => {
    const fields = { template: templateOf(kind), language, html };
    const inputs = Object.entries(fields).map(([field, value]) => {
      const input = document.createElement("textarea");
      Object.assign(input, { name: field, value });
      return input;
    });
    form.current?.replaceChildren(...inputs);
  }, [language, html]);
  return <iframe name={name} sandbox="" title={mailWords.previewTitle} />;
}
