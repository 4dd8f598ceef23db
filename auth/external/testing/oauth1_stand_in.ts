// The part of the stand-in that plays Twitter. Signatures are computed here by the words of RFC 5849, without the service's library.
import { createHmac } from "node:crypto";
import type { SinkAnswer, SinkRequest } from "../../../kernel/testing/http_sink.ts";
import { type Desk, expect, jsonAnswer, misbehave, Refusal, wireNumber } from "./desk.ts";
import type { Visit } from "./oauth2_stand_in.ts";

const CLOCKS_MAY_DIFFER_SECONDS = 300;

export function answerOAuth1({ desk, path, query, request, conduct }: Visit): SinkAnswer {
  if (path === "/oauth/request_token") return misbehave(conduct, "request") ?? requestToken(desk, request);
  if (path === "/oauth/authenticate") return authenticate(desk, query, conduct.denies);
  if (path === "/oauth/access_token") return misbehave(conduct, "token") ?? accessToken(desk, request);
  if (path === "/1.1/account/verify_credentials.json") return misbehave(conduct, "profile") ?? profile(desk, query, request);
  throw new Refusal(`there is no ${request.method} ${path}`);
}

function requestToken(desk: Desk, request: SinkRequest): SinkAnswer {
  const { oauth_callback = "" } = signedBy(desk, request, "");
  if (!oauth_callback.startsWith(`${desk.client.redirectUri}?state=`)) throw new Refusal(`the callback is ${oauth_callback}`);
  const [token, secret] = [desk.issue("request"), desk.issue("request-secret")];
  desk.codes.set(token, { secret, callback: oauth_callback });
  return formAnswer({ oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: "true" });
}

function authenticate(desk: Desk, query: URLSearchParams, denies = false): SinkAnswer {
  const token = query.get("oauth_token") ?? "";
  const issued = desk.codes.get(token);
  if (!issued) throw new Refusal("unknown request token");
  const back = new URL(issued.callback ?? "");
  if (denies) {
    back.searchParams.set("denied", token);
  } else {
    issued.verifier = desk.issue("code");
    back.searchParams.set("oauth_token", token);
    back.searchParams.set("oauth_verifier", issued.verifier);
  }
  return { status: 302, headers: { location: back.href } };
}

function accessToken(desk: Desk, request: SinkRequest): SinkAnswer {
  const { oauth_token = "" } = headerOf(request);
  const issued = desk.codes.get(oauth_token);
  desk.codes.delete(oauth_token);
  if (!issued?.verifier) throw new Refusal("unknown request token");
  const { oauth_verifier } = signedBy(desk, request, issued.secret ?? "");
  expect("oauth_verifier", oauth_verifier, issued.verifier);
  const [token, secret] = [desk.issue("access"), desk.issue("access-secret")];
  desk.tokens.set(token, secret);
  return formAnswer({
    oauth_token: token,
    oauth_token_secret: secret,
    user_id: desk.person.subject,
    screen_name: desk.person.userName,
  });
}

function profile(desk: Desk, query: URLSearchParams, request: SinkRequest): SinkAnswer {
  const secret = desk.tokens.get(headerOf(request).oauth_token ?? "");
  if (!secret) throw new Refusal("unknown access token");
  signedBy(desk, request, secret);
  expect("include_email", query.get("include_email"), "true");
  const { subject, name, userName, picture, email } = desk.person;
  return jsonAnswer({
    id: wireNumber(subject),
    id_str: subject,
    name,
    screen_name: userName,
    profile_image_url_https: picture,
    email: email ?? null,
  });
}

/** The header's fields, when the signature is right. */
function signedBy(desk: Desk, request: SinkRequest, tokenSecret: string): Record<string, string> {
  const { oauth_signature, ...fields } = headerOf(request);
  expect("oauth_consumer_key", fields.oauth_consumer_key, desk.client.id);
  expect("oauth_signature_method", fields.oauth_signature_method, "HMAC-SHA1");
  if (Math.abs(Number(fields.oauth_timestamp) - Date.now() / 1000) > CLOCKS_MAY_DIFFER_SECONDS)
    throw new Refusal("an old request");
  if (!fields.oauth_nonce || desk.tokens.has(`nonce ${fields.oauth_nonce}`)) throw new Refusal("a request twice");
  desk.tokens.set(`nonce ${fields.oauth_nonce}`, "used");
  const url = new URL(request.path, `http://${request.headers.host}`);
  const pairs = [...Object.entries(fields), ...url.searchParams].map(
    ([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`,
  );
  const base = [request.method, `${url.origin}${url.pathname}`, pairs.sort().join("&")].map(percentEncode).join("&");
  const key = [desk.client.secret, tokenSecret].map(percentEncode).join("&");
  expect("oauth_signature", oauth_signature, createHmac("sha1", key).update(base).digest("base64"));
  return fields;
}

function headerOf(request: SinkRequest): Record<string, string> {
  const pairs = (request.headers.authorization ?? "").matchAll(/(\w+)="([^"]*)"/g);
  return Object.fromEntries([...pairs].map(([, name = "", value = ""]) => [name, decodeURIComponent(value)]));
}

function formAnswer(fields: Record<string, string>): SinkAnswer {
  return { status: 200, headers: { "content-type": "text/html;charset=utf-8" }, body: new URLSearchParams(fields).toString() };
}

/** As RFC 3986 has it, which leaves fewer characters alone than JavaScript does. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}
