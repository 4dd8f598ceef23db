// What administrators and apps say of an app, and what is wrong with it. The names are those of RFC 7591.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { nameProblem } from "./app_name.ts";
import type { AuthMethod, ClientRow, ClientType } from "./client.ts";
import { APP_GRANT_TYPES, GRANT_TYPES, USER_GRANT_TYPES } from "./grant_types.ts";
import { redirectProblem } from "./redirect_uris.ts";

const MOST_URIS = 10;
const LONGEST_NAME = 1024;
const LONGEST_URI = 2048;

export const clientFields = {
  client_name: Type.Optional(
    documentedOnly(Type.String({ description: "Without characters that nobody sees" }), { maxLength: LONGEST_NAME }),
  ),
  client_type: Type.Optional(
    documentedOnly(Type.String({ description: "public or confidential" }), { enum: ["public", "confidential"] }),
  ),
  token_endpoint_auth_method: Type.Optional(
    documentedOnly(Type.String(), { enum: ["none", "client_secret_basic", "client_secret_post"] }),
  ),
  redirect_uris: Type.Optional(documentedOnly(Type.Array(Type.String()), { maxItems: MOST_URIS })),
  post_logout_redirect_uris: Type.Optional(documentedOnly(Type.Array(Type.String()), { maxItems: MOST_URIS })),
  grant_types: Type.Optional(documentedOnly(Type.Array(Type.String()), { items: { type: "string", enum: GRANT_TYPES } })),
  response_types: Type.Optional(documentedOnly(Type.Array(Type.String()), { items: { type: "string", enum: ["code"] } })),
  client_uri: Type.Optional(documentedOnly(Type.String({ description: "http or https" }), { maxLength: LONGEST_URI })),
  logo_uri: Type.Optional(documentedOnly(Type.String({ description: "http or https" }), { maxLength: LONGEST_URI })),
};

const ACTS_ALONE = { type: "array", minItems: 1, items: { enum: APP_GRANT_TYPES } };

/** Only an app that acts for nobody but itself has no address that users come back to. */
export const NewClientBody = documentedOnly(Type.Object(clientFields), {
  anyOf: [
    { required: ["redirect_uris"], properties: { redirect_uris: { type: "array", minItems: 1 } } },
    { required: ["grant_types"], properties: { grant_types: ACTS_ALONE } },
  ],
});

const { client_type: _, ...common } = clientFields;

/** What an app may say of itself. */
export const appFields = {
  ...common,
  redirect_uris: Type.Optional(documentedOnly(Type.Array(Type.String()), { minItems: 1, maxItems: MOST_URIS })),
  grant_types: Type.Optional(documentedOnly(Type.Array(Type.String()), { items: { type: "string", enum: USER_GRANT_TYPES } })),
};

export interface ClientBody {
  client_name?: string | undefined;
  client_type?: string | undefined;
  token_endpoint_auth_method?: string | undefined;
  redirect_uris?: string[] | undefined;
  post_logout_redirect_uris?: string[] | undefined;
  grant_types?: string[] | undefined;
  response_types?: string[] | undefined;
  client_uri?: string | undefined;
  logo_uri?: string | undefined;
}

/** All of a client that others say. */
export type ClientSettings = Pick<
  ClientRow,
  | "name"
  | "client_type"
  | "auth_method"
  | "redirect_uris"
  | "post_logout_redirect_uris"
  | "grant_types"
  | "client_uri"
  | "logo_uri"
>;

export type Problem = { field: string; problem: string };

/** `mayActAlone`: an app that acts for nobody but itself is a matter of administrators. */
export function readClientBody(body: ClientBody, { mayActAlone }: { mayActAlone: boolean }): ClientSettings | Problem {
  const type = typeOf(body);
  if ("problem" in type) return type;
  const grants = [...new Set(body.grant_types?.length ? body.grant_types : USER_GRANT_TYPES)];
  const settings: ClientSettings = {
    name: body.client_name || null,
    ...type,
    redirect_uris: body.redirect_uris ?? [],
    post_logout_redirect_uris: body.post_logout_redirect_uris ?? [],
    grant_types: grants,
    client_uri: body.client_uri || null,
    logo_uri: body.logo_uri || null,
  };
  return problemOf(settings, body, mayActAlone) ?? settings;
}

/** The client with what the body changes; whether it has a secret stays as it is. */
export function changeClient(client: ClientRow, body: ClientBody): ClientSettings | Problem {
  return readClientBody(
    {
      client_name: body.client_name ?? client.name ?? "",
      client_type: body.client_type ?? client.client_type,
      token_endpoint_auth_method: body.token_endpoint_auth_method ?? client.auth_method,
      redirect_uris: body.redirect_uris ?? client.redirect_uris,
      post_logout_redirect_uris: body.post_logout_redirect_uris ?? client.post_logout_redirect_uris,
      grant_types: body.grant_types ?? client.grant_types,
      response_types: body.response_types,
      client_uri: body.client_uri ?? client.client_uri ?? "",
      logo_uri: body.logo_uri ?? client.logo_uri ?? "",
    },
    { mayActAlone: client.registration_type === "manual" },
  );
}

const METHODS: readonly string[] = ["none", "client_secret_basic", "client_secret_post"] satisfies AuthMethod[];

function typeOf({
  client_type: type,
  token_endpoint_auth_method: method,
}: ClientBody): Pick<ClientSettings, "client_type" | "auth_method"> | Problem {
  if (method && !METHODS.includes(method))
    return { field: "token_endpoint_auth_method", problem: `must be one of ${METHODS.join(", ")}` };
  if (type && type !== "public" && type !== "confidential")
    return { field: "client_type", problem: "must be public or confidential" };
  const clientType = (type || (method === "none" ? "public" : "confidential")) as ClientType;
  const proof = (method || (clientType === "public" ? "none" : "client_secret_basic")) as AuthMethod;
  if ((clientType === "public") !== (proof === "none"))
    return { field: "token_endpoint_auth_method", problem: `must fit client_type ${clientType}` };
  return { client_type: clientType, auth_method: proof };
}

function problemOf(settings: ClientSettings, { response_types: types }: ClientBody, mayActAlone: boolean): Problem | undefined {
  const { grant_types: grants, client_type: type, name } = settings;
  const allowed: readonly string[] = mayActAlone && type === "confidential" ? GRANT_TYPES : USER_GRANT_TYPES;
  if (!grants.every((grant) => allowed.includes(grant)))
    return { field: "grant_types", problem: `must be among ${allowed.join(", ")}` };
  if (types?.some((each) => each !== "code")) return { field: "response_types", problem: "must be code" };
  if ((name ?? "").length > LONGEST_NAME) return { field: "client_name", problem: `is longer than ${LONGEST_NAME} characters` };
  const unfit = nameProblem(name ?? "");
  if (unfit !== undefined) return { field: "client_name", problem: unfit };
  const needsUri = grants.some((grant) => USER_GRANT_TYPES.includes(grant));
  if (needsUri && settings.redirect_uris.length === 0) return { field: "redirect_uris", problem: "must hold at least one" };
  return uriProblem(settings);
}

function uriProblem(settings: ClientSettings): Problem | undefined {
  for (const field of ["redirect_uris", "post_logout_redirect_uris"] as const) {
    const uris = settings[field];
    if (uris.length > MOST_URIS) return { field, problem: `must hold at most ${MOST_URIS}` };
    const problem = uris.map(redirectProblem).find((each) => each !== undefined);
    if (problem !== undefined) return { field, problem: `holds one that ${problem}` };
  }
  // They are shown to users, as a link and as a picture.
  for (const field of ["client_uri", "logo_uri"] as const) {
    const uri = settings[field];
    if (uri !== null && (uri.length > LONGEST_URI || !/^https?:$/.test(URL.parse(uri)?.protocol ?? "")))
      return { field, problem: `must be a URL that begins with http:// or https://, of at most ${LONGEST_URI} characters` };
  }
  return undefined;
}
