// A browser's redirect to a provider and back, step by step.
import assert from "node:assert/strict";
import type { Person } from "../../auth/external/testing/desk.ts";
import type { OidcConduct } from "../../auth/external/testing/oidc_stand_in.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import type { Pair } from "./pair.ts";

/** Some of the simulated providers. */
export type TripProvider = "github" | "discord" | "google" | "keycloak";

export interface Begun {
  provider: TripProvider;
  url: string;
  cookie: string;
}

export async function beginTrip(pair: Pair, provider: TripProvider, query: Record<string, string> = {}): Promise<Begun> {
  pair.requireOwnSettings();
  const reply = await pair.auth.get(`/authorize?${new URLSearchParams({ provider, ...query })}`);
  assert.equal(reply.status, 302, `GET /authorize said ${reply.status} ${reply.text}`);
  const cookie = reply.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  return { provider, url: reply.headers.location ?? "", cookie };
}

/** The provider's callback after this person has agreed. */
export async function agree(pair: Pair, { provider, url }: Begun, person: Partial<Person>, conduct: OidcConduct = {}) {
  const { oauth, oidc } = pair.inside.sinks;
  const standIn = provider === "google" || provider === "keycloak" ? oidc : oauth;
  Object.assign(standIn, { person: { ...standIn.person, ...person }, conduct });
  return (await standIn.visit(url)).searchParams;
}

export function comeBack(pair: Pair, { cookie }: Pick<Begun, "cookie">, back: URLSearchParams | string): Promise<Reply> {
  return pair.auth.get(`/callback?${back}`, cookie ? { cookie } : {});
}

export async function tripOf(
  pair: Pair,
  provider: TripProvider,
  person: Partial<Person>,
  { query = {}, conduct = {} }: { query?: Record<string, string>; conduct?: OidcConduct } = {},
): Promise<Reply> {
  const begun = await beginTrip(pair, provider, query);
  return comeBack(pair, begun, await agree(pair, begun, person, conduct));
}
