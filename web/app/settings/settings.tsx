// /settings/:section: each section is a file of web/app/settings, named after its address.
import type { FunctionComponent } from "preact";
import { here } from "../shell/router.ts";
import { Screen } from "../shell/screen.tsx";
import { Icon } from "../ui/icon.tsx";
import { ApiTokens } from "./api_tokens.tsx";
import { useServer } from "./auth.ts";
import { Data } from "./data.tsx";
import { Household } from "./household.tsx";
import { Profile } from "./profile.tsx";
import { Security } from "./security.tsx";
import { Server } from "./server.tsx";
import { Webhooks } from "./webhooks.tsx";
import { settingsWords } from "./words.ts";

type Section = keyof typeof settingsWords.sections;

const SECTIONS: Record<Section, FunctionComponent> = {
  profile: Profile,
  security: Security,
  household: Household,
  api_tokens: ApiTokens,
  webhooks: Webhooks,
  data: Data,
  server: Server,
};

export function Settings() {
  const { params } = here.value;
  const chosen = Object.keys(SECTIONS).find((each) => each === params.section) as Section | undefined;
  const SectionView = chosen && SECTIONS[chosen];
  const isOwner = useServer().data?.roles.includes("owner");
  const listed = (Object.keys(SECTIONS) as Section[]).filter((section) => section !== "server" || isOwner);
  return (
    <Screen title={chosen ? settingsWords.sections[chosen] : settingsWords.title}>
      <div class={SectionView ? "settings" : "settings at-start"}>
        <nav class="panel flush" aria-label={settingsWords.sectionsLabel}>
          <ul>
            {listed.map((section) => (
              <li class="row" key={section}>
                <a href={`/settings/${section}`} aria-current={section === chosen ? "page" : undefined}>
                  <span class="what">{settingsWords.sections[section]}</span>
                  <Icon name="right" />
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {SectionView && (
          <div class="sections">
            <a class="back" href="/settings">
              <Icon name="left" />
              {settingsWords.title}
            </a>
            <SectionView key={chosen} />
          </div>
        )}
      </div>
    </Screen>
  );
}
