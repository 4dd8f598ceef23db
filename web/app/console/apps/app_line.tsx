// One app in the list: what it is, where it sends people back, and what can be done with it.
import { language } from "../../language.ts";
import { day, dayAndTime, Line } from "../../ui/sections.tsx";
import { useConsole } from "../data/console.ts";
import { act } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { AppForm } from "./app_form.tsx";
import { MOST_CONSENTS, type OauthApp, pathOf } from "./app_record.ts";
import { RotateDialog } from "./rotate_dialog.tsx";
import { appsWords } from "./words.ts";

interface AppLineProps {
  app: OauthApp;
  onSecret: (secret: string) => void;
}

export function AppLine({ app, onSecret }: AppLineProps) {
  const { client_id: id, client_name: name, registration_type: origin, client_type: type, old_secret_until: old } = app;
  return (
    <Line
      title={
        <>
          {name || appsWords.nameless}
          <span class={origin === "manual" ? "status" : "status partial"}>{appsWords.origins[origin]}</span>
        </>
      }
      hints={[
        id,
        appsWords.types[type],
        consentsText(app.consents_count),
        appsWords.since(day(app.created_at)),
        old && appsWords.oldSecret(dayAndTime(old)),
      ]}
    >
      {origin !== "document" && (
        <OpenButton
          label={appsWords.change}
          right="apps:write"
          dialog={(onClose) => <AppForm app={app} onClose={onClose} onSecret={onSecret} />}
        />
      )}
      {type === "confidential" && (
        <OpenButton
          label={appsWords.rotate}
          right="apps:write"
          dialog={(onClose) => <RotateDialog app={app} onClose={onClose} onSecret={onSecret} />}
        />
      )}
      <DeleteButton app={app} />
      <details class="changed">
        <summary>{appsWords.addresses(app.redirect_uris.length)}</summary>
        <ul class="addresses">
          {[...app.redirect_uris, ...app.post_logout_redirect_uris].map((uri) => (
            <li key={uri}>
              <code>{uri}</code>
            </li>
          ))}
        </ul>
        <p class="hint">{app.grant_types.join(" ")}</p>
      </details>
    </Line>
  );
}

function consentsText(count: number): string {
  const text = count.toLocaleString(language);
  if (count >= MOST_CONSENTS) return appsWords.manyConsents(text);
  return count === 1 ? appsWords.oneConsent : appsWords.consents(text);
}

function DeleteButton({ app }: { app: OauthApp }) {
  const console = useConsole();
  return (
    <OpenButton
      label={appsWords.delete.act}
      right="apps:write"
      dialog={(onClose) => (
        <ActDialog
          {...appsWords.delete}
          right="apps:write"
          onClose={onClose}
          work={(reason) => act(console, "DELETE", pathOf(app), { reason })}
        />
      )}
    />
  );
}
