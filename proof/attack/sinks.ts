// Simulated external services that record requests: mail server, SMS gateway, captcha service and providers.
import { type OidcStandIn, startOidcStandIn } from "../../auth/external/testing/oidc_stand_in.ts";
import { type StandIn, startStandIn } from "../../auth/external/testing/stand_in.ts";
import { STAND_INS, startGateway, type TestGateway } from "../../auth/sms/testing.ts";
import { type HttpSink, type SinkAnswer, type SinkRequest, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { type SinkMail, type SmtpSink, startSmtpSink } from "../../kernel/testing/smtp_sink.ts";

export interface Sinks extends AsyncDisposable {
  smtp: SmtpSink;
  sms: TestGateway;
  captcha: HttpSink;
  /** GitHub, Discord and others. */
  oauth: StandIn;
  /** Google, Keycloak and others. */
  oidc: OidcStandIn;
  /** Records any request to a foreign URL. It must stay empty. */
  trap: HttpSink;
  /** An operator's broken mail templates, by path. */
  templates: HttpSink;
  /** An operator's hooks, by path. By default they allow everything. */
  hooks: HttpSink & { answers: Map<string, (requests: HookQuestion) => SinkAnswer> };
  variables: Record<string, string>;
}

/** The token that the captcha service accepts. */
export const CAPTCHA_PASS = "a captcha that was solved";

export const HOOK_SECRET = `whsec_${Buffer.from("canary-secret-of-the-hooks-of-32").toString("base64")}`;

/** The keys that are used. */
export interface HookQuestion {
  claims?: Record<string, unknown>;
}

export async function startSinks(): Promise<Sinks> {
  await using opened = new AsyncDisposableStack();
  const smtp = opened.use(await startSmtpSink());
  const sms = opened.use(await startGateway("twilio"));
  const captcha = opened.use(
    await startHttpSink(({ body }) => {
      const success = new URLSearchParams(body).get("response") === CAPTCHA_PASS;
      return { status: 200, body: { success, "error-codes": success ? [] : ["invalid-input-response"] } };
    }),
  );
  const oauth = opened.use(await startStandIn());
  const oidc = opened.use(await startOidcStandIn());
  const trap = opened.use(await startHttpSink());
  const templates = opened.use(await startHttpSink(({ path }) => brokenTemplate(path, trap.url)));
  const answers: Sinks["hooks"]["answers"] = new Map();
  const hooks = opened.use(await startHttpSink((request) => answerHook(request, answers)));
  const running = opened.move();
  return {
    hooks: Object.assign(hooks, { answers }),
    smtp,
    sms,
    captcha,
    oauth,
    oidc,
    trap,
    templates,
    variables: {
      SMTP_HOST: smtp.host,
      SMTP_PORT: String(smtp.port),
      SMTP_ADMIN_EMAIL: "noreply@example.com",
      EXTERNAL_PHONE_ENABLED: "true",
      SMS_PROVIDER: "twilio",
      SMS_GATEWAY_URL: sms.url,
      ...STAND_INS.twilio.variables,
      SECURITY_CAPTCHA_SECRET: "canary-secret-of-the-captcha-service",
      SECURITY_CAPTCHA_URL: `${captcha.url}/siteverify`,
      ...oauth.variables,
      ...oidc.variables,
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function answerHook({ path, body }: SinkRequest, answers: Sinks["hooks"]["answers"]): SinkAnswer {
  const request = JSON.parse(body) as HookQuestion;
  const input = answers.get(path);
  if (input) return input(request);
  return { status: 200, body: path === "/custom_access_token" ? { claims: request.claims } : { decision: "continue" } };
}

function brokenTemplate(path: string, trapUrl: string): SinkAnswer {
  switch (path) {
    case "/huge":
      return { status: 200, headers: { "content-type": "text/html" }, body: `<p>canary-template</p>${"x".repeat(10_000_000)}` };
    case "/astray":
      return { status: 302, headers: { location: `${trapUrl}/template` } };
    case "/script":
      return {
        status: 200,
        headers: { "content-type": "text/html" },
        body: "<script>evil()</script>{{ 7*7 }} {{ .ConfirmationURL }}",
      };
    default:
      return { status: 500, body: "canary-template" };
  }
}

/** The one-time link of a mail, and its code if there is one. */
export function linkIn({ parts }: SinkMail): { url: string; token: string; type: string } {
  const text = parts.map((part) => part.text).join("\n");
  const url = /https?:\/\/[^\s"'<>)]+token(?:_hash)?=[^\s"'<>)]+/.exec(text)?.[0].replaceAll("&amp;", "&");
  if (!url) throw new Error(`no link in the mail:\n${text}`);
  const query = new URL(url).searchParams;
  return { url, token: query.get("token") ?? query.get("token_hash") ?? "", type: query.get("type") ?? "" };
}

/** The code with this many digits in a mail or text message. */
export function codeIn(text: string, digits: number): string | undefined {
  return new RegExp(`(?<![\\w-])\\d{${digits}}(?![\\w-])`).exec(text.replace(/https?:\/\/\S+/g, ""))?.[0];
}
