// Test support: the client that applications use, unmodified, in front of a running service.
import assert from "node:assert/strict";
import { type AuthError, GoTrueClient, type GoTrueClientOptions } from "@supabase/auth-js";
import { startTestAuth, type TestAuth, type TestMessage } from "../testing.ts";

/** No pause between two mails, because a test is faster than people are. */
const QUICK = { SMTP_MAX_FREQUENCY: "0", SMS_MAX_FREQUENCY: "0", RATE_LIMIT_EMAIL_SENT: "1000" };

/** The client has a clock of its own, which shows the time of day; so has the service then. */
export async function startForClients(variables: Record<string, string> = {}): Promise<TestAuth> {
  const auth = await startTestAuth({ ...QUICK, ...variables });
  auth.clock.set(new Date());
  return auth;
}

/** A device: a client with a memory that no other client shares. */
export function openClient({ url }: { url: string }, options: GoTrueClientOptions = {}): GoTrueClient {
  const memory = new Map<string, string>();
  return new GoTrueClient({
    url,
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    },
    ...options,
  });
}

/** A client with an operator's token, for `admin`. */
export function openAdmin(auth: TestAuth) {
  return openClient(auth, { headers: { Authorization: auth.admin.authorization } }).admin;
}

type Answer = { data: unknown; error: (Error & { code?: unknown }) | null };
type Good<Fields extends Answer> = Extract<Fields, { error: null }>["data"];

/** The data of an answer that is no error. */
export function good<Fields extends Answer>({ data, error }: Fields): Good<Fields> {
  assert.equal(error, null, `${error?.code}: ${error?.message}`);
  return data as Good<Fields>;
}

/** Status and code of an answer that is an error, as the client understood it. */
export function refusal({ error }: { error: AuthError | null }): [status: number | undefined, code: string | undefined] {
  assert.ok(error, "an error was expected");
  return [error.status, error.code];
}

/** The newest message to an address. */
export async function newestMessage(auth: TestAuth, to: string, template?: string): Promise<Required<TestMessage>> {
  const rows = (await auth.messages()).findLast((each) => each.to === to && (!template || each.template === template));
  assert.ok(rows, `no message to ${to}`);
  return rows;
}

export interface Landing {
  /** Where the browser was sent, without what is behind the question mark or hash. */
  page: string;
  query: Record<string, string>;
  fragment: Record<string, string>;
}

/** Clicks on a link of a message, as a browser does, and tells where it ends. */
export async function follow({ url }: { url: string }, link: unknown): Promise<Landing> {
  const { pathname, search } = new URL(String(link));
  const answer = await fetch(`${url}${pathname}${search}`, { redirect: "manual" });
  assert.equal(answer.status, 303, await answer.text());
  const target = new URL(answer.headers.get("location") ?? "");
  return {
    page: `${target.origin}${target.pathname}`,
    query: Object.fromEntries(target.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(target.hash.slice(1))),
  };
}
