// Test support: one service and one browser for all flows. Where no browser runs, each says that it was left out.
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { type OidcStandIn, startOidcStandIn } from "../../auth/external/testing/oidc_stand_in.ts";
import { makeKeys, startIdp, type TestIdp, variableOf } from "../../auth/sso/testing.ts";
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import { startTestWeb, type TestBrowser, type TestWeb } from "../testing.ts";
import { NoBrowser, openChromium, openPage, type ViewOptions } from "./chromium.ts";
import { startTlsFront } from "./tls_front.ts";

export interface OnStage {
  web: TestWeb;
  browser: Browser;
  provider: OidcStandIn;
  idp: TestIdp;
  /** Where browsers find auth. */
  authUrl: string;
  /** The books' day, and the browser's. */
  today: string;
  open(sight: ViewOptions, who?: TestBrowser): ReturnType<typeof openPage>;
}

export interface Stage {
  flow(name: string, run: (on: OnStage) => Promise<void>): void;
}

export function openStage(): Stage {
  let web: TestWeb;
  let browser: Browser | undefined;
  let whyNone = "";
  let provider: OidcStandIn;
  let idp: TestIdp;
  let authUrl: string;
  const opened = new AsyncDisposableStack();
  before(async () => {
    // First, so that nothing else is started where there is none.
    browser = await openChromium().catch((error: Error) => {
      if (!(error instanceof NoBrowser)) throw error;
      whyNone = error.message;
      return undefined;
    });
    if (!browser) return;
    const now = () => web.finance.clock.now();
    provider = opened.use(await startOidcStandIn(now));
    // Providers send browsers back to auth, so its port is known before. By HTTPS, because cookies between sites need it.
    const [frontPort, samlKeys] = [await freePort(), makeKeys()];
    authUrl = `https://127.0.0.1:${frontPort}`;
    idp = opened.use(
      await startIdp(async () => (await fetch(`${web.finance.auth.url}/sso/saml/metadata`)).text(), samlKeys, authUrl),
    );
    idp.now = now;
    provider.redirectUri = `${authUrl}/callback`;
    const auth = authVariables(authUrl, provider.variables, variableOf(samlKeys));
    web = opened.use(await startTestWeb({ auth, web: { AUTH_EXTERNAL_URL: authUrl } }));
    const { auth: behind, certificate } = web.finance;
    opened.use(await startTlsFront(frontPort, behind.url, certificate));
  });
  after(async () => {
    await browser?.close().catch(() => {});
    await opened.disposeAsync();
  });
  return {
    flow: (name, run) =>
      test(name, async (context) => {
        if (!browser) return context.skip(whyNone);
        const view = browser;
        // The services' clock stands still, and the browser's goes on: whoever signs in now has signed in a moment ago for both.
        web.finance.clock.advance((Date.now() - web.finance.clock.now().getTime()) / 1000);
        const open = (sight: ViewOptions, who?: TestBrowser) => openPage(view, { ...sight, url: web.url, ...(who && { who }) });
        const today = web.finance.clock.now().toISOString().slice(0, 10);
        await run({ web, browser, provider, idp, authUrl, today, open });
      }),
  };
}

function authVariables(authUrl: string, ofProvider: Record<string, string>, samlKey: string): Record<string, string> {
  const google = Object.entries(ofProvider).filter(([name]) => name.startsWith("EXTERNAL_GOOGLE_"));
  return {
    PASSKEY_ENABLED: "true",
    MFA_PHONE_ENROLL_ENABLED: "true",
    MFA_PHONE_VERIFY_ENABLED: "true",
    MFA_WEB_AUTHN_ENROLL_ENABLED: "true",
    MFA_WEB_AUTHN_VERIFY_ENABLED: "true",
    API_EXTERNAL_URL: authUrl,
    SECURITY_MANUAL_LINKING_ENABLED: "true",
    SAML_ENABLED: "true",
    SAML_PRIVATE_KEY: samlKey,
    URI_ALLOW_LIST: "http://app.localhost:*/**",
    OAUTH_SERVER_ENABLED: "true",
    IMPERSONATION_ENABLED: "true",
    OAUTH_SERVER_AUTHORIZATION_PATH: "/oauth/consent",
    CUSTOM_OAUTH_ALLOWED_HOSTS: "localhost",
    ...Object.fromEntries(google),
    EXTERNAL_GOOGLE_REDIRECT_URI: `${authUrl}/callback`,
  };
}

/** As screens show it. */
export const money = (cents: number) => {
  const [whole = "", rest = ""] = (Math.abs(cents) / 100).toFixed(2).split(".");
  return `${cents < 0 ? "−" : ""}R$\u00a0${whole.replace(/\B(?=(\d{3})+$)/g, ".")},${rest}`;
};

/** In lists, which name no currency. */
export const bare = (cents: number) => money(cents).replace("R$\u00a0", "");

export const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
