// What somebody asks for who wants to sign in by a provider, or to link one: the query of GET /authorize.
import { Type } from "typebox";
import type { AuthConfig } from "../../config.ts";
import { fail } from "../../errors.ts";
import { type CodeChallenge, challengeFields, readChallenge } from "../../flow_states/pkce.ts";
import { hashOfLink } from "../../one_time_tokens/token.ts";
import { type EnabledProvider, enabledProvider } from "../enabled_provider.ts";

/** What both ways to begin a flow take. */
export const flowFields = {
  provider: Type.Optional(Type.String({ description: "Key of the provider, as in /settings" })),
  scopes: Type.Optional(Type.String({ description: "Further scopes, separated by spaces or commas" })),
  redirect_to: Type.Optional(Type.String({ description: "Where the browser ends; SITE_URL unless allowed" })),
  ...challengeFields,
};

/** What else a query holds. */
export const FOR_THE_PROVIDER = { additionalProperties: true, description: "Other parameters are passed on to the provider" };

export type FlowQuery = Readonly<Record<string, unknown>>;

export interface FlowRequest extends EnabledProvider {
  scopes: string[];
  /** For the provider. */
  parameters: Record<string, string>;
  challenge: CodeChallenge | undefined;
  inviteHash: Buffer | undefined;
  /** As asked for; where the browser may really be sent is for others to judge. */
  redirectTo: string | undefined;
  /** The caller is a program that wants the address in the body, to hand it to a browser. */
  skipsRedirect: boolean;
}

export function readFlowRequest(query: FlowQuery, config: Pick<AuthConfig, "providers">): FlowRequest {
  const fields = readOnce(query);
  const parameters = Object.fromEntries(Object.entries(fields).filter(([name]) => isForProvider(name)));
  const passedOn = new URLSearchParams({ ...parameters, scope: fields.scopes ?? "" });
  if (passedOn.toString().length > LONGEST_PASSED_ON) throw fail.parametersTooLong();
  return {
    ...enabledProvider(fields.provider ?? "", config),
    scopes: (fields.scopes ?? "").split(/[\s,]+/).filter((scope) => scope !== ""),
    parameters,
    challenge: readChallenge(fields),
    inviteHash: fields.invite_token ? hashOfLink(fields.invite_token) : undefined,
    redirectTo: fields.redirect_to,
    skipsRedirect: fields.skip_http_redirect === "true",
  };
}

const LONGEST_SHOWN = 40;
/** Encoded: they go into a header of ours, and providers take no longer ones. */
const LONGEST_PASSED_ON = 4_096;

/** A parameter that comes twice means one thing to one reader and another to the next. */
function readOnce(query: FlowQuery): Record<string, string> {
  const fields = Object.entries(query).map(([name, value]): [string, string] => {
    if (typeof value !== "string") throw fail.parameterRepeated({ values: { name: name.slice(0, LONGEST_SHOWN) } });
    return [name, value];
  });
  return Object.fromEntries(fields);
}

/** Ours, and the key that gateways in front of us ask clients for. */
const NOT_FOR_PROVIDERS = ["provider", "scopes", "redirect_to", "invite_token", "skip_http_redirect", "apikey"];

/** What OAuth, OpenID Connect and their extensions give a meaning that only we may use: who we are, where people come back, with what. */
const RESERVED = new Set([
  ...NOT_FOR_PROVIDERS,
  ...[
    "client_id",
    "client_secret",
    "client_assertion",
    "client_assertion_type",
    "redirect_uri",
    "response_type",
    "response_mode",
  ],
  ...["state", "scope", "code", "code_challenge", "code_challenge_method", "code_verifier", "nonce", "grant_type", "assertion"],
  ...["request", "request_uri", "registration", "dpop_jkt", "iss", "access_token", "refresh_token", "id_token", "token"],
  ...["token_type", "username", "password", "error", "error_description", "error_uri"],
]);

/** Servers take other spellings of a name for the same one: any case, and some a dot, a space or a bracket for an underscore. */
function isForProvider(name: string): boolean {
  return /^[a-z][a-z0-9_-]{0,63}$/i.test(name) && !RESERVED.has(name.toLowerCase()) && !/^(oauth|nonce)_/i.test(name);
}
