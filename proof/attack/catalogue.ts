// All groups of attacks. attack.test.ts fails if a row of the catalogue has no case.
import { allInOne } from "./all_in_one.ts";
import type { AttackCase } from "./attack_case.ts";
import { admin } from "./auth/admin.ts";
import { administrators } from "./auth/administrators.ts";
import { administratorsBodies } from "./auth/administrators_bodies.ts";
import { adoptedRows } from "./auth/adopted_rows.ts";
import { adoptedTokens } from "./auth/adopted_tokens.ts";
import { apps } from "./auth/apps.ts";
import { bodies } from "./auth/bodies.ts";
import { bruteForce } from "./auth/brute_force.ts";
import { customProviders } from "./auth/custom_providers.ts";
import { enumeration } from "./auth/enumeration.ts";
import { factors } from "./auth/factors.ts";
import { headers } from "./auth/headers.ts";
import { hooks } from "./auth/hooks.ts";
import { mail } from "./auth/mail.ts";
import { names } from "./auth/names.ts";
import { oneTime } from "./auth/one_time.ts";
import { owners } from "./auth/owners.ts";
import { protocol } from "./auth/protocol.ts";
import { providerTries } from "./auth/provider_tries.ts";
import { providers } from "./auth/providers.ts";
import { redirects } from "./auth/redirects.ts";
import { secured } from "./auth/secured.ts";
import { sessions } from "./auth/sessions.ts";
import { settings } from "./auth/settings.ts";
import { singleSignOn } from "./auth/sso.ts";
import { testButtons } from "./auth/test_buttons.ts";
import { tokens } from "./auth/tokens.ts";
import { web3 } from "./auth/web3.ts";
import { authWebhooks } from "./auth/webhooks.ts";
import { finance, financeAfterwards } from "./finance/catalogue.ts";
import { fuzz } from "./fuzz/fuzz.ts";
import { matrix } from "./matrix.ts";
import { webConsole } from "./web/console.ts";
import { webConsoleRoles } from "./web/console_roles.ts";
import { webLinks } from "./web/links.ts";
import { webScreens } from "./web/screens.ts";
import { web } from "./web/web.ts";

export const catalogue: readonly AttackCase[] = [
  ...enumeration, // AE
  ...bruteForce, //  AB
  ...tokens, //      AJ
  ...sessions, //    AS
  ...oneTime, //     AO
  ...factors, //     AF
  ...secured, //     AD
  ...redirects, //   AR
  ...mail, //        AM
  ...names, //       AN
  ...bodies, //      AI
  ...protocol, //    AI
  ...providers, //   AX
  ...customProviders, // AX
  ...web3, //        AW
  ...apps, //        AP
  ...singleSignOn, // AC
  ...hooks, //       AU
  ...authWebhooks, // AV
  ...admin, //       AK
  ...owners, //      AK
  ...administrators, // AK
  ...administratorsBodies, // AK
  ...settings, //    AK
  ...providerTries, // AK
  ...testButtons, // AK
  ...adoptedTokens, // AG
  ...adoptedRows, // AG
  ...headers, //     AH
  ...matrix, //      AK-01, V32
  ...finance, //     FT, FB, FC, FD, FI, FU, FR, FK, FL
  ...web, //         WA
  ...webLinks,
  ...webScreens,
  ...webConsole,
  ...webConsoleRoles,
  ...allInOne, //    HO
  ...fuzz, //        AI-19
  ...financeAfterwards, // FV
];
