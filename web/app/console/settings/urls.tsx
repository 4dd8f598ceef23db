// /admin/urls: addresses of the site and of this service, and where people may be sent back to.
import { useSignal } from "@preact/signals";
import { Form, TextField } from "../../ui/form.tsx";
import { Section } from "../../ui/sections.tsx";
import { useSending } from "../../ui/use_sending.ts";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { SettingGroup } from "./setting_lines.tsx";
import { pick } from "./setting_record.ts";
import { SettingsScreen } from "./settings_screen.tsx";
import { urlWords } from "./url_words.ts";

const ADDRESSES = ["SITE_URL", "URI_ALLOW_LIST", "API_EXTERNAL_URL"];
const LINKS = ["INVITE", "CONFIRMATION", "RECOVERY", "EMAIL_CHANGE"].map((kind) => `MAILER_URLPATHS_${kind}`);

export function Urls() {
  return (
    <SettingsScreen title={urlWords.title}>
      {(reply) => (
        <>
          <SettingGroup title={urlWords.addresses} reply={reply} settings={pick(reply.settings, ADDRESSES)} />
          <Tester />
          <SettingGroup title={urlWords.links} reply={reply} settings={pick(reply.settings, LINKS)} />
        </>
      )}
    </SettingsScreen>
  );
}

interface Verdict {
  allowed: boolean;
  by: string | null;
  leads_to: string;
}

function Tester() {
  const console = useConsole();
  const url = useSignal("");
  const verdict = useSignal<Verdict | undefined>(undefined);
  const sending = useSending();
  const attempt = async () => {
    const body = { url: url.value };
    verdict.value = (await askAdmin<Verdict>(console, "/redirects/test", { method: "POST", body })).answer;
  };
  return (
    <Section title={urlWords.tester} hint={urlWords.testerHint}>
      <Form sending={sending} save={attempt} act={urlWords.attempt} class="">
        <TextField label={urlWords.url} value={url} maxLength={5_000} autoComplete="off" />
      </Form>
      <p role="status">{verdict.value && verdictText(verdict.value)}</p>
    </Section>
  );
}

const verdictText = ({ allowed, by, leads_to: target }: Verdict): string =>
  allowed ? `${urlWords.allowed(by ?? "")} ${urlWords.leadsTo(target)}` : urlWords.refused(target);
