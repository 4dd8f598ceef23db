// Tries what settings lead to before they count: a mail server, a provider, a hook, a captcha's secret. Nothing is sent to anybody.
import { OutboundError, send } from "../../kernel/outbound/outbound.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { askProvider } from "../captcha/ask_provider.ts";
import { HOOKS, type HookConfig, type HookName } from "../config/hooks.ts";
import { type AuthConfig, PROVIDERS, type Provider } from "../config.ts";
import { providerTimeoutMs } from "../external/flow/timeout.ts";
import { externalProviders } from "../external/providers.ts";
import { tryProvider } from "../external/try_provider.ts";
import { hasRoutine } from "../hooks/queries.ts";
import { NotNow, trySignIn } from "../mail/transport.ts";

export interface Trial {
  /** `smtp`, `captcha`, or the name of a provider or a hook. */
  name: string;
  outcome: "ok" | "failed" | "unclear";
  detail: string;
}

/** `names`: the settings that change. What they do not concern is not tried. */
export async function tryChange(config: AuthConfig, names: readonly string[], db: Database, now: Date): Promise<Trial[]> {
  const trials = [
    ...(isSmtpTouched(config, names) ? [trySmtp(config)] : []),
    ...providersTouched(config, names).map((name) => tryOne(name, config, now)),
    ...hooksTouched(config, names).map((name) => tryHook(name, config.hooks[name] as HookConfig, db)),
    ...(isCaptchaTouched(config, names) ? [tryCaptcha(config)] : []),
  ];
  return Promise.all(trials);
}

const isAnyOf = (names: readonly string[], prefix: string) => names.some((name) => name.startsWith(prefix));

const CONNECTION = ["SMTP_HOST", "SMTP_PORT", "SMTP_USER", "SMTP_PASS"];

const isSmtpTouched = ({ smtpHost }: AuthConfig, names: readonly string[]) =>
  smtpHost !== undefined && names.some((name) => CONNECTION.includes(name));

const isCaptchaTouched = ({ captchaEnabled }: AuthConfig, names: readonly string[]) =>
  captchaEnabled && isAnyOf(names, "SECURITY_CAPTCHA_");

const providersTouched = ({ providers }: AuthConfig, names: readonly string[]): Provider[] =>
  PROVIDERS.filter((name) => providers[name].enabled && names.some((each) => providerOf(each) === name));

/** Names of providers may begin alike: `linkedin`, `linkedin_oidc`. */
function providerOf(name: string): Provider | undefined {
  const matching = PROVIDERS.filter((provider) => name.startsWith(`EXTERNAL_${provider.toUpperCase()}_`));
  return matching.sort((a, b) => b.length - a.length)[0];
}

const hooksTouched = ({ hooks }: AuthConfig, names: readonly string[]): HookName[] =>
  (Object.keys(hooks) as HookName[]).filter((name) => isAnyOf(names, `HOOK_${HOOKS[name].variable}_`));

async function trySmtp(config: AuthConfig): Promise<Trial> {
  try {
    await trySignIn({ ...config, smtpHost: config.smtpHost as string });
    return { name: "smtp", outcome: "ok", detail: "the mail server lets us in" };
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
    return { name: "smtp", outcome: "failed", detail: error.message };
  }
}

async function tryOne(name: Provider, config: AuthConfig, now: Date): Promise<Trial> {
  const enabled = { provider: externalProviders[name], config: config.providers[name] };
  const steps = await tryProvider(enabled, providerTimeoutMs(config), now);
  const worst = steps.find(({ outcome }) => outcome === "failed") ?? steps.find(({ outcome }) => outcome === "unclear");
  const { outcome, detail } = worst ?? (steps.at(-1) as (typeof steps)[number]);
  return { name, outcome, detail };
}

const HOOK_TIMEOUT_MS = 5_000;

/** That it answers anything is enough: a hook need not know a request without a payload. */
async function tryHook(name: HookName, target: HookConfig, db: Database): Promise<Trial> {
  const trial = { name: HOOKS[name].wire };
  if (!("url" in target)) {
    if (await hasRoutine(db, target)) return { ...trial, outcome: "ok", detail: "the function is there" };
    return { ...trial, outcome: "failed", detail: "no function of this name takes one argument of type jsonb" };
  }
  try {
    await send(target.url, { method: "GET", timeoutMs: HOOK_TIMEOUT_MS });
    return { ...trial, outcome: "ok", detail: "its server answers" };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.kind === "too large" || error.kind === "unreadable")
      return { ...trial, outcome: "ok", detail: "its server answers" };
    return { ...trial, outcome: "failed", detail: error.message };
  }
}

/** Providers refuse a token that they never gave; what they say tells whether they knew the secret. */
async function tryCaptcha(config: AuthConfig): Promise<Trial> {
  const trial = { name: "captcha" };
  try {
    const verdict = await askProvider("a token that nobody was given", "", config);
    if (verdict.passed) return { ...trial, outcome: "unclear", detail: "the provider took a token that it never gave" };
    if (verdict.codes.some((code) => /secret/.test(code)))
      return { ...trial, outcome: "failed", detail: "the provider does not know the secret" };
    return { ...trial, outcome: "ok", detail: "the provider knows the secret" };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { ...trial, outcome: "failed", detail: error.message };
  }
}
