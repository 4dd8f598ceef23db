// Every group of attacks. A row of the catalogue that no case shows fails attack.test.ts.
import { allInOne } from "./all_in_one.ts";
import type { AttackCase } from "./attack_case.ts";
import { admin } from "./auth_admin.ts";
import { apps } from "./auth_apps.ts";
import { bodies } from "./auth_bodies.ts";
import { bruteForce } from "./auth_brute_force.ts";
import { customProviders } from "./auth_custom_providers.ts";
import { enumeration } from "./auth_enumeration.ts";
import { factors } from "./auth_factors.ts";
import { headers } from "./auth_headers.ts";
import { hooks } from "./auth_hooks.ts";
import { mail } from "./auth_mail.ts";
import { names } from "./auth_names.ts";
import { oneTime } from "./auth_one_time.ts";
import { protocol } from "./auth_protocol.ts";
import { providers } from "./auth_providers.ts";
import { redirects } from "./auth_redirects.ts";
import { secured } from "./auth_secured.ts";
import { sessions } from "./auth_sessions.ts";
import { singleSignOn } from "./auth_sso.ts";
import { tokens } from "./auth_tokens.ts";
import { web3 } from "./auth_web3.ts";
import { authWebhooks } from "./auth_webhooks.ts";
import { finance, financeAfterwards } from "./finance_catalogue.ts";
import { fuzz } from "./fuzz.ts";
import { matrix } from "./matrix.ts";
import { web } from "./web.ts";
import { webScreens } from "./web_screens.ts";

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
  ...headers, //     AH
  ...matrix, //      AK-01, V32
  ...finance, //     FT, FB, FC, FD, FI, FU, FR, FK, FL
  ...web, //         WA
  ...webScreens,
  ...allInOne, //    HO
  ...fuzz, //        AI-19
  ...financeAfterwards, // FV
];
