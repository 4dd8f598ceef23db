// Test support: an operator whose hooks answer as a test says, and a service that asks them.
import { randomBytes } from "node:crypto";
import { after, beforeEach } from "node:test";
import { type SinkAnswer, startHttpSink } from "../../kernel/testing/http_sink.ts";
import type { TestSession } from "../account/testing.ts";
import { startTestAuth } from "../testing.ts";

interface HookRequest {
  metadata: { name: string; uuid: string; ip_address?: string };
  user: { id: string; email: string; user_metadata: Record<string, unknown> };
  user_id: string;
  claims: Record<string, unknown>;
  authentication_method: string;
  valid: boolean;
  factor_id: string;
  factor_type: string;
  email_data: Record<string, string>;
  sms: { otp: string; phone: string; sms_type?: string };
}

export type Session = TestSession & { expires_in: number };

const VARIABLES = {
  MAILER_AUTOCONFIRM: "true",
  EXTERNAL_PHONE_ENABLED: "true",
  EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
  RATE_LIMIT_VERIFY: "0",
  OAUTH_SERVER_ENABLED: "true",
  OAUTH_SERVER_AUTHORIZATION_PATH: "/oauth/consent",
  SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: "10",
};
const POINTS = ["BEFORE_USER_CREATED", "CUSTOM_ACCESS_TOKEN", "PASSWORD_VERIFICATION_ATTEMPT", "MFA_VERIFICATION_ATTEMPT"];

const json = (body: unknown): SinkAnswer => ({ status: 200, headers: { "content-type": "application/json" }, body });
const refuses = (http_code: number, message: string) => () => json({ error: { http_code, message } });
const claimsIn = ({ access_token: token }: TestSession) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as { error_code?: string }).error_code];
const message = ({ body }: { body: unknown }) => (body as { msg?: string }).msg;

/** Called by each test file, because files that run in one process must not share a service. */
export async function startHooks() {
  /** What the operator's code answers at each point; others pass. */
  const answers: Record<string, (request: HookRequest) => SinkAnswer | Promise<SinkAnswer>> = {};

  function clearAnswers(): void {
    for (const name of Object.keys(answers)) delete answers[name];
  }

  const operator = await startHttpSink(async ({ body }) => {
    const request = JSON.parse(body) as HookRequest;
    const answer = answers[request.metadata.name];
    if (answer) return answer(request);
    return request.metadata.name === "customize-access-token" ? json({ claims: request.claims }) : json({ decision: "continue" });
  });

  const [oldSecret, newSecret] = [`whsec_${randomBytes(32).toString("base64")}`, `whsec_${randomBytes(32).toString("base64")}`];
  const hookVariables = (name: string, uri = `${operator.url}/${name.toLowerCase()}`) => ({
    [`HOOK_${name}_ENABLED`]: "true",
    [`HOOK_${name}_URI`]: uri,
    [`HOOK_${name}_SECRETS`]: `v1,${newSecret}|v1,${oldSecret}`,
  });
  const auth = await startTestAuth({ ...VARIABLES, ...Object.assign({}, ...POINTS.map((point) => hookVariables(point))) });
  after(async () => {
    await auth[Symbol.asyncDispose]();
    await operator[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    clearAnswers();
    operator.requests.length = 0;
  });

  const requestsOf = (name: string) =>
    operator.requests.map(({ body }) => JSON.parse(body) as HookRequest).filter(({ metadata }) => metadata.name === name);

  let people = 0;
  const somebody = () => ({ email: `ana${++people}@example.com`, password: "correct horse" });
  const signUp = async (person = somebody()) => ({ ...person, session: (await auth.post("/signup", person)).body as Session });
  const signIn = (person: { email: string; password: string }) => auth.post("/token?grant_type=password", person);
  return {
    answers,
    clearAnswers,
    json,
    refuses,
    operator,
    hookVariables,
    auth,
    requestsOf,
    somebody,
    signUp,
    signIn,
    claimsIn,
    code,
    message,
    oldSecret,
    newSecret,
  };
}
