// /admin/apps: the apps of others that may sign people in here.
import { useSignal } from "@preact/signals";
import { Empty } from "../../ui/empty.tsx";
import { SecretOnce } from "../../ui/secret_once.tsx";
import { useData } from "../data/use_data.ts";
import { SettingGroup } from "../settings/setting_lines.tsx";
import { inSections } from "../settings/setting_record.ts";
import { SettingsPart } from "../settings/settings_part.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { Screen } from "../shell/screen.tsx";
import { usersWords } from "../users/words.ts";
import { AppForm } from "./app_form.tsx";
import { AppLine } from "./app_line.tsx";
import { type OauthApp, PATH } from "./app_record.ts";
import { appsWords } from "./words.ts";

const PER_PAGE = 50;

export function Apps() {
  const pages = useSignal(1);
  const secret = useSignal("");
  const show = (text: string) => (secret.value = text);
  const first = useData<AppPage>(pathOfPage(1));
  if (first.problem?.code === "feature_disabled")
    return (
      <Screen title={appsWords.title} hint={appsWords.notHere}>
        <AppSettings />
      </Screen>
    );
  return (
    <Screen
      title={appsWords.title}
      hint={appsWords.hint}
      tools={
        <OpenButton
          label={appsWords.create}
          right="apps:write"
          dialog={(onClose) => <AppForm onClose={onClose} onSecret={show} />}
        />
      }
    >
      {Array.from({ length: pages.value }, (_, index) => (
        <Page key={index} number={index + 1} isLast={index + 1 === pages.value} more={() => (pages.value += 1)} onSecret={show} />
      ))}
      <AppSettings />
      {secret.value && (
        <SecretOnce
          title={appsWords.secret}
          hint={appsWords.secretHint}
          secret={secret.value}
          onClose={() => (secret.value = "")}
        />
      )}
    </Screen>
  );
}

function AppSettings() {
  return (
    <SettingsPart>
      {(reply) => (
        <SettingGroup title={appsWords.settings} reply={reply} settings={inSections(reply.settings, ["Apps of others"])} />
      )}
    </SettingsPart>
  );
}

interface AppPage {
  clients: OauthApp[];
}

const pathOfPage = (number: number) => `${PATH}?page=${number}&per_page=${PER_PAGE}`;

interface PageProps {
  number: number;
  isLast: boolean;
  more: () => void;
  onSecret: (secret: string) => void;
}

function Page({ number, isLast, more, onSecret }: PageProps) {
  const path = pathOfPage(number);
  const reply = useData<AppPage>(path);
  return (
    <Loading from={reply} path={path}>
      {({ clients }) => (
        <>
          {clients.length === 0 ? (
            number === 1 && (
              <div class="panel">
                <Empty text={appsWords.none} />
              </div>
            )
          ) : (
            <ul class="lines">
              {clients.map((app) => (
                <AppLine key={app.client_id} app={app} onSecret={onSecret} />
              ))}
            </ul>
          )}
          {isLast && clients.length === PER_PAGE && (
            <div class="section-more">
              <button type="button" onClick={more}>
                {usersWords.more}
              </button>
            </div>
          )}
        </>
      )}
    </Loading>
  );
}
