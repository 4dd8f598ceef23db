// The part of the stand-in that plays the providers of OAuth 2.0, each by its personality.
import { createHash } from "node:crypto";
import type { SinkAnswer, SinkRequest } from "../../../kernel/testing/http_sink.ts";
import { type Conduct, type Desk, expect, jsonAnswer, misbehave, Refusal } from "./desk.ts";
import type { Personality } from "./personality.ts";

export interface Visit {
  desk: Desk;
  path: string;
  query: URLSearchParams;
  request: SinkRequest;
  conduct: Conduct;
}

export function answerOAuth2(personality: Personality, visit: Visit): SinkAnswer {
  const { path, request, conduct } = visit;
  if (path === personality.authorize) return authorize(personality, visit);
  if (path === personality.token) return misbehave(conduct, "token") ?? token(personality, visit);
  if (Object.hasOwn(personality.profile, path)) return misbehave(conduct, "profile") ?? profile(personality, visit);
  throw new Refusal(`there is no ${request.method} ${path}`);
}

function authorize(personality: Personality, { desk, query, conduct }: Visit): SinkAnswer {
  const { client, codes } = desk;
  const { scope = null, pkce, wants = {} } = personality;
  expect("client_id", query.get("client_id"), client.id);
  expect("redirect_uri", query.get("redirect_uri"), client.redirectUri);
  expect("response_type", query.get("response_type"), "code");
  for (const [name, value] of Object.entries(wants)) expect(name, query.get(name), value);
  if (scope !== null && !query.get("scope")?.startsWith(scope)) throw new Refusal(`scope is ${query.get("scope")}`);
  if (scope === null) expect("scope", query.get("scope"), null);
  if (pkce) expect("code_challenge_method", query.get("code_challenge_method"), "S256");
  const back = new URL(client.redirectUri);
  back.searchParams.set("state", query.get("state") ?? "");
  if (conduct.denies) {
    back.searchParams.set("error", "access_denied");
    back.searchParams.set("error_description", "The person said no");
  } else {
    const code = desk.issue("code");
    codes.set(code, { challenge: query.get("code_challenge") ?? "" });
    back.searchParams.set("code", code);
  }
  return { status: 302, headers: { location: back.href } };
}

function token(personality: Personality, { desk, request }: Visit): SinkAnswer {
  const { client, codes, tokens } = desk;
  const form = new URLSearchParams(request.body);
  expect("method", request.method, "POST");
  if (!request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) throw new Refusal("not a form");
  const [header = "accept", value = "application/json"] = personality.wantsHeader ?? [];
  expect(header, request.headers[header], value);
  const [id, secret] = personality.client === "basic" ? basicOf(request) : [form.get("client_id"), form.get("client_secret")];
  expect("client id", id, client.id);
  expect("client secret", secret, client.secret);
  if (personality.client === "body" && request.headers.authorization) throw new Refusal("two ways of authentication at once");
  expect("grant_type", form.get("grant_type"), "authorization_code");
  expect("redirect_uri", form.get("redirect_uri"), client.redirectUri);
  const issued = codes.get(form.get("code") ?? "");
  codes.delete(form.get("code") ?? "");
  // GitHub and Slack say so with status 200, which must not pass for a success.
  const early = desk.provider === "github" || desk.provider === "slack" ? 200 : 400;
  if (!issued) return { status: early, body: { ok: false, error: "bad_verification_code" } };
  if (personality.pkce) {
    const verifier = form.get("code_verifier") ?? "";
    expect("challenge", createHash("sha256").update(verifier).digest("base64url"), issued.challenge);
  }
  const access = desk.issue("access");
  tokens.set(access, "");
  return jsonAnswer(personality.tokens({ access, refresh: desk.issue("refresh") }, desk.person));
}

function profile(personality: Personality, { desk, path, query, request }: Visit): SinkAnswer {
  const { client, person, tokens } = desk;
  expect("method", request.method, "GET");
  const accessToken = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
  if (!tokens.has(accessToken)) throw new Refusal("unknown access token");
  const answer = personality.profile[path]?.({ person, headers: request.headers, query, accessToken, client });
  if (!answer) throw new Refusal(`${path} was not asked as it must be`);
  return jsonAnswer(answer);
}

function basicOf(request: SinkRequest): string[] {
  const [, encoded = ""] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  return Buffer.from(encoded, "base64").toString().split(":").map(decodeURIComponent);
}
