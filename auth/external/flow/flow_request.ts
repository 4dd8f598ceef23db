// The request to sign in with a provider, or to link one: the query of GET /authorize.
import { Type } from "typebox";
import { isFreeParameter } from "../../config/custom_provider.ts";
import { fail } from "../../errors.ts";
import { type CodeChallenge, challengeFields, readChallenge } from "../../flow_states/pkce.ts";
import { hashOfLink } from "../../one_time_tokens/token.ts";
import { type EnabledProvider, enabledProvider, type ProviderWorld } from "../enabled_provider.ts";

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
  /** As requested; the allow list decides later where the browser may be sent. */
  redirectTo: string | undefined;
  /** The caller is a program that wants the address in the body, to hand it to a browser. */
  skipsRedirect: boolean;
}

export async function readFlowRequest(query: FlowQuery, world: ProviderWorld): Promise<FlowRequest> {
  const fields = readOnce(query);
  const parameters = Object.fromEntries(Object.entries(fields).filter(([name]) => isForProvider(name)));
  const passedOn = new URLSearchParams({ ...parameters, scope: fields.scopes ?? "" });
  if (passedOn.toString().length > LONGEST_PASSED_ON) throw fail.parametersTooLong();
  return {
    ...(await enabledProvider(fields.provider ?? "", world)),
    scopes: (fields.scopes ?? "").split(/[\s,]+/).filter((scope) => scope !== ""),
    parameters,
    challenge: readChallenge(fields),
    inviteHash: fields.invite_token ? hashOfLink(fields.invite_token) : undefined,
    redirectTo: fields.redirect_to,
    skipsRedirect: fields.skip_http_redirect === "true",
  };
}

const LONGEST_SHOWN = 40;
/** Encoded, because they go into our Location header, and providers refuse longer URLs. */
const LONGEST_PASSED_ON = 4_096;

/** A parameter that comes twice means one thing to one reader and another to the next. */
function readOnce(query: FlowQuery): Record<string, string> {
  const fields = Object.entries(query).map(([name, value]): [string, string] => {
    if (typeof value !== "string") throw fail.parameterRepeated({ values: { name: name.slice(0, LONGEST_SHOWN) } });
    return [name, value];
  });
  return Object.fromEntries(fields);
}

/** Our own parameters, and the key that API gateways require of clients. */
const NOT_FOR_PROVIDERS = ["provider", "scopes", "redirect_to", "invite_token", "skip_http_redirect", "apikey"];

function isForProvider(name: string): boolean {
  return isFreeParameter(name) && !NOT_FOR_PROVIDERS.includes(name.toLowerCase());
}
