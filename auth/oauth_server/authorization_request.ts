// What an app asks for when it sends a browser to /oauth/authorize. Who asks and where the answer goes is known already.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import type { AuthConfig } from "../config.ts";
import { readResources, resourceProblem } from "./resources.ts";
import { readScopes, scopeProblem } from "./scopes.ts";

const Text = Type.Optional(Type.String());

export const authorizationFields = {
  client_id: Text,
  redirect_uri: Text,
  response_type: Text,
  response_mode: Text,
  scope: Text,
  state: Text,
  nonce: Text,
  code_challenge: Type.Optional(Type.String({ description: "PKCE is required" })),
  code_challenge_method: Type.Optional(Type.String({ description: "S256" })),
  resource: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  prompt: Text,
  max_age: Text,
  request: Text,
  request_uri: Text,
};

export type AuthorizationFields = { [Name in keyof typeof authorizationFields]?: string | string[] | undefined } & {
  [Name in Exclude<keyof typeof authorizationFields, "resource">]?: string | undefined;
};

export const authorizationQuery = documentedOnly(Type.Object(authorizationFields), { required: ["client_id", "redirect_uri"] });

/** The error that the app gets at its redirect URI. */
export interface AuthorizationError {
  error: string;
  description: string;
}

export interface AuthorizationRequest {
  scopes: string[];
  resources: string[];
  state: string | null;
  nonce: string | null;
  codeChallenge: string;
  /** The user must have signed in after this time. */
  signedInAfter: Date | null;
  /** The user is asked even where they have answered before. */
  asksAgain: boolean;
}

type Config = Pick<AuthConfig, "oauthServerDefaultScope" | "oauthServerResources">;

const LONGEST_STATE = 4096;
/** As it is written in the address of the app. Clients read at most 16 KiB of headers. */
const LONGEST_WRITTEN_STATE = 8192;
const LONGEST_NONCE = 1024;

export function readAuthorization(
  fields: AuthorizationFields,
  { config, canIdentify, now }: { config: Config; canIdentify: boolean; now: Date },
): AuthorizationRequest | AuthorizationError {
  const type = fields.response_type || "code";
  if (fields.request !== undefined) return refusal("request_not_supported", "request is not supported");
  if (fields.request_uri !== undefined) return refusal("request_uri_not_supported", "request_uri is not supported");
  if (type !== "code") return refusal("unsupported_response_type", "response_type must be code");
  if ((fields.response_mode || "query") !== "query") return refusal("invalid_request", "response_mode must be query");
  const challenge = fields.code_challenge ?? "";
  // A plain challenge would let anybody who reads the request redeem the code.
  if (challenge === "") return refusal("invalid_request", "code_challenge is required");
  if (fields.code_challenge_method !== "S256") return refusal("invalid_request", "code_challenge_method must be S256");
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) return refusal("invalid_request", "code_challenge must be a SHA-256 in base64url");
  if (!isReturnable(fields.state)) return refusal("invalid_request", "state is too long");
  if ((fields.nonce ?? "").length > LONGEST_NONCE) return refusal("invalid_request", "nonce is too long");
  const resources = readResources(fields.resource);
  const targetProblem = resourceProblem(resources, config.oauthServerResources);
  if (targetProblem) return refusal("invalid_target", targetProblem);
  const scopes = readScopes(fields.scope || config.oauthServerDefaultScope);
  const problem = scopeProblem(scopes, resources, { canIdentify, resources: config.oauthServerResources });
  if (problem) return refusal("invalid_scope", problem);
  const asking = readPrompt(fields, now);
  if ("error" in asking) return asking;
  return { scopes, resources, state: fields.state ?? null, nonce: fields.nonce ?? null, codeChallenge: challenge, ...asking };
}

/** Whether the app can be given its state back. */
export function isReturnable(state = ""): boolean {
  return state.length <= LONGEST_STATE && new URLSearchParams({ state }).toString().length <= LONGEST_WRITTEN_STATE;
}

const PROMPTS = ["none", "login", "consent", "select_account"];

/** How the user is to be asked. */
function readPrompt(
  { prompt = "", max_age: maxAge }: AuthorizationFields,
  now: Date,
): Pick<AuthorizationRequest, "signedInAfter" | "asksAgain"> | AuthorizationError {
  const prompts = prompt.split(" ").filter((each) => each !== "");
  if (!prompts.every((each) => PROMPTS.includes(each))) return refusal("invalid_request", "prompt is unknown");
  if (prompts.includes("none") && prompts.length > 1) return refusal("invalid_request", "prompt none stands alone");
  // Only the consent page knows who is signed in, and it needs a user to look at it.
  if (prompts.includes("none")) return refusal("login_required", "the user has to be asked");
  if (maxAge !== undefined && !/^\d{1,9}$/.test(maxAge)) return refusal("invalid_request", "max_age must be a number of seconds");
  // The second in which this is asked counts: moments of sign-ins are whole seconds.
  const seconds = Math.floor(now.getTime() / 1000);
  const after = prompts.includes("login") ? seconds : maxAge === undefined ? undefined : seconds - Number(maxAge);
  const asksAgain = prompts.some((each) => each === "consent" || each === "select_account");
  return { signedInAfter: after === undefined ? null : new Date(after * 1000), asksAgain };
}

function refusal(error: string, description: string): AuthorizationError {
  return { error, description };
}
