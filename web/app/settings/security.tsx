// /settings/security: ways to sign in, and active sessions.
import { Loading } from "../data/loading.tsx";
import { here } from "../shell/router.ts";
import { Addresses } from "./addresses.tsx";
import { Apps } from "./apps.tsx";
import { USER, useAuthSettings, useUser } from "./auth.ts";
import { providerWords } from "./connection_words.ts";
import { Passkeys } from "./passkeys.tsx";
import { Password } from "./password.tsx";
import { Providers } from "./providers.tsx";
import { Sessions } from "./sessions.tsx";
import { SupportCode } from "./support_code.tsx";
import { TwoSteps } from "./two_steps.tsx";

export function Security() {
  const user = useUser();
  const settings = useAuthSettings();
  const { query } = here.value;
  return (
    <>
      {query.problem === "provider" && (
        <p class="alert" role="alert">
          {providerWords.failed}
        </p>
      )}
      <Loading from={user} path={USER}>
        {(data) => (
          <>
            <Password />
            <Addresses user={data} byPhone={settings?.external.phone === true} />
            <TwoSteps user={data} offered={settings?.second_factors ?? ["totp"]} />
            {settings?.passkeys_enabled && <Passkeys />}
            {settings && <Providers user={data} settings={settings} />}
          </>
        )}
      </Loading>
      <Sessions />
      {settings?.oauth_server_enabled && <Apps />}
      {settings?.support_codes_enabled && <SupportCode />}
    </>
  );
}
