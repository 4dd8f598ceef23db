// A mail with made-up values, as text and as HTML. Nothing of it becomes markup of this page.
import { useSignal } from "@preact/signals";
import type { Refusal } from "../../rules/records.ts";
import { Failed } from "../../ui/problems.tsx";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { type MailKind, mailWords } from "./mail_words.ts";

interface PreviewProps {
  kind: MailKind;
  language: string;
  subject: string;
  html: string;
}

interface PreviewReply {
  subject: string;
  html: string;
  text: string;
  template_url?: string;
}

export function Preview({ kind, language, subject, html }: PreviewProps) {
  const console = useConsole();
  const reply = useSignal<PreviewReply | undefined>(undefined);
  const problem = useSignal<Refusal | undefined>(undefined);
  const look = async () => {
    problem.value = undefined;
    const body = {
      template: kind.replace(/_NOTIFICATION$/, "").toLowerCase(),
      ...(language !== "" && { language }),
      ...(subject.trim() !== "" && { subject: subject.trim() }),
      ...(html.trim().startsWith("<") && { html: html.trim() }),
    };
    try {
      reply.value = (await askAdmin<PreviewReply>(console, "/mail/preview", { method: "POST", body })).answer;
    } catch (error) {
      problem.value = error as Refusal;
    }
  };
  return (
    <>
      <div class="acts">
        <button type="button" onClick={() => void look()}>
          {mailWords.preview}
        </button>
        {reply.value && (
          <a class="button" href={fileOf(reply.value.html)} download={`${kind.toLowerCase()}.html`}>
            {mailWords.previewFile}
          </a>
        )}
      </div>
      {problem.value && <Failed problem={problem.value} retry={() => void look()} />}
      {reply.value && (
        <section aria-label={mailWords.previewTitle}>
          <p>
            <strong>{reply.value.subject}</strong>
          </p>
          {reply.value.template_url && <p class="hint">{mailWords.elsewhere(reply.value.template_url)}</p>}
          <h3>{mailWords.previewText}</h3>
          <pre class="json">{reply.value.text}</pre>
          <h3>{mailWords.previewHtml}</h3>
          <pre class="json">{reply.value.html}</pre>
        </section>
      )}
    </>
  );
}

const fileOf = (html: string) => `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
