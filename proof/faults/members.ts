// The harness's users: created by an operator, signed in, with a token for finance.
import type { HttpClient, TimedReply } from "../harness/http_client.ts";
import { adminToken, claimsOf } from "../harness/tokens.ts";
import type { Acknowledged } from "./acknowledged.ts";
import { HarnessFailed } from "./findings.ts";

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

export interface Member {
  email: string;
  password: string;
  /** The newest ones; updated by each refresh. */
  tokens: Tokens;
  /** Authorize at finance. */
  financeHeaders: Record<string, string>;
}

export interface Endpoints {
  auth: string;
  /** Including the base path. */
  finance: string;
}

export const JWT_SECRET = "the secret of the fault harness, which is long enough";
/** Finance accepts plain HTTP from a trusted proxy, which is the harness. */
export const FORWARDED = { "x-forwarded-proto": "https", "user-agent": "Faults (faults@example.com)" };

export async function makeMember(
  client: HttpClient,
  endpoints: Endpoints,
  acknowledged: Acknowledged,
  email: string,
): Promise<Member> {
  const password = `the password of ${email}`;
  const authorization = `Bearer ${adminToken(JWT_SECRET)}`;
  const body = { email, password, email_confirm: true };
  await requireSuccess(client.send(`${endpoints.auth}/admin/users`, { method: "POST", headers: { authorization }, body }));
  acknowledged.users.set(email, { state: "present", mailed: false, mark: "" });
  const tokens = await signIn(client, endpoints.auth, { email, password });
  acknowledged.sessions.set(sessionOf(tokens), { email, rotations: 0, isUnresolved: false });
  const headers = { ...FORWARDED, authorization: `Bearer ${tokens.access_token}` };
  const tokenFields = { name: "faults", scope: "write" };
  const tokenReply = await requireSuccess(
    client.send(`${endpoints.finance}/api_tokens`, { method: "POST", headers, body: tokenFields }),
  );
  const { token } = tokenReply.body as { token: string };
  const basic = Buffer.from(`${email}:${token}`).toString("base64");
  return { email, password, tokens, financeHeaders: { ...FORWARDED, authorization: `Basic ${basic}` } };
}

export async function signIn(client: HttpClient, auth: string, body: { email: string; password: string }): Promise<Tokens> {
  return (await requireSuccess(client.send(`${auth}/token?grant_type=password`, { method: "POST", body }))).body as Tokens;
}

export function sessionOf({ access_token: token }: Tokens): string {
  return (claimsOf(token) as { session_id: string }).session_id;
}

/** For setup that must succeed. */
export async function requireSuccess(sent: Promise<TimedReply>): Promise<TimedReply> {
  const reply = await sent.catch((error: Error) => {
    throw new HarnessFailed(`a request of the preparation got no answer: ${error.message}`);
  });
  if (reply.status >= 300) throw new HarnessFailed(`a request of the preparation was answered ${reply.status}: ${reply.text}`);
  return reply;
}
