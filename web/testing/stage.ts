// Test support: one service and one browser for all flows. Where no browser runs, each says that it was left out.
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { type OidcStandIn, startOidcStandIn } from "../../auth/external/testing/oidc_stand_in.ts";
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import { startTestWeb, type TestBrowser, type TestWeb } from "../testing.ts";
import { openChromium, openPage, type Sight } from "./chromium.ts";

export interface OnStage {
  web: TestWeb;
  browser: Browser;
  provider: OidcStandIn;
  /** The books' day, and the browser's. */
  today: string;
  open(sight: Sight, who?: TestBrowser): ReturnType<typeof openPage>;
}

export interface Stage {
  flow(name: string, run: (on: OnStage) => Promise<void>): void;
}

export function openStage(): Stage {
  let web: TestWeb;
  let browser: Browser | undefined;
  let provider: OidcStandIn;
  before(async () => {
    provider = await startOidcStandIn(() => web.finance.clock.now());
    // Providers send browsers back to auth, so its port is known before.
    const authUrl = `http://127.0.0.1:${await freePort()}`;
    provider.redirectUri = `${authUrl}/callback`;
    const google = Object.entries(provider.variables).filter(([name]) => name.startsWith("EXTERNAL_GOOGLE_"));
    const auth = {
      PASSKEY_ENABLED: "true",
      MFA_PHONE_ENROLL_ENABLED: "true",
      MFA_PHONE_VERIFY_ENABLED: "true",
      MFA_WEB_AUTHN_ENROLL_ENABLED: "true",
      MFA_WEB_AUTHN_VERIFY_ENABLED: "true",
      API_PORT: new URL(authUrl).port,
      API_EXTERNAL_URL: authUrl,
      SECURITY_MANUAL_LINKING_ENABLED: "true",
      OAUTH_SERVER_ENABLED: "true",
      OAUTH_SERVER_AUTHORIZATION_PATH: "/oauth/consent",
      ...Object.fromEntries(google),
      EXTERNAL_GOOGLE_REDIRECT_URI: provider.redirectUri,
    };
    [web, browser] = await Promise.all([startTestWeb({ auth }), openChromium()]);
    web.finance.clock.advance((Date.now() - web.finance.clock.now().getTime()) / 1000);
  });
  after(async () => {
    await browser?.close();
    await web[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });
  return {
    flow: (name, run) =>
      test(name, async (context) => {
        if (!browser) return context.diagnostic("no Chromium for this machine: set COFRE_CHROMIUM to one");
        const shown = browser;
        const open = (sight: Sight, who?: TestBrowser) => openPage(shown, { ...sight, url: web.url, ...(who && { who }) });
        const today = web.finance.clock.now().toISOString().slice(0, 10);
        await run({ web, browser, provider, today, open });
      }),
  };
}

/** As screens show it. */
export const money = (cents: number) => {
  const [whole = "", rest = ""] = (Math.abs(cents) / 100).toFixed(2).split(".");
  return `${cents < 0 ? "−" : ""}R$\u00a0${whole.replace(/\B(?=(\d{3})+$)/g, ".")},${rest}`;
};
