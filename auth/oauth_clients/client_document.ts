// An app whose id is the URL of a document that describes it (OAuth Client ID Metadata Document). It is not registered before.
import { type Guard, isSendable, sendGuarded } from "../../kernel/outbound/guarded.ts";
import { OutboundError, readJsonObject } from "../../kernel/outbound/outbound.ts";
import { type ClientSettings, type Problem, readClientBody } from "./client_body.ts";
import { USER_GRANT_TYPES } from "./grant_types.ts";

const TIMEOUT_MS = 3_000;
const MOST_BYTES = 5_120;

/** One spelling alone, with a path and without a query: who compares ids compares texts. */
export function isDocumentUrl(id: string, guard: Guard): boolean {
  const url = URL.parse(id);
  return url !== null && url.href === id && url.pathname !== "/" && !/[?#]/.test(id) && isSendable(id, guard);
}

/** What the document says; a problem where it is invalid or missing; `away` where its server fails. */
export async function readDocument(id: string, guard: Guard): Promise<ClientSettings | Problem | "away"> {
  try {
    const question = { headers: { accept: "application/json" }, timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES };
    const answer = await sendGuarded(id, question, guard);
    if (answer.status >= 500) return "away";
    if (answer.status !== 200) return unfit("client_id", `is answered with status ${answer.status}`);
    // Requires the JSON content type: on many sites users can upload text, but not JSON documents.
    if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(answer.headers["content-type"] ?? ""))
      return unfit("client_id", "is not answered with JSON");
    return readClientSettings(id, readJsonObject(answer));
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.kind === "unreachable" || error.kind === "timeout"
      ? "away"
      : unfit("client_id", "has a document that cannot be read");
  }
}

/** It names itself, and has no secret, because everybody can read it. Fields for other servers are ignored. */
export function readClientSettings(id: string, document: Record<string, unknown>): ClientSettings | Problem {
  if (document.client_id !== id) return unfit("client_id", "is not the one in its document");
  const method = document.token_endpoint_auth_method ?? "none";
  if (method !== "none" || "client_secret" in document) return unfit("token_endpoint_auth_method", "must be none");
  const {
    client_name: name,
    redirect_uris: uris,
    post_logout_redirect_uris: afterwards,
    client_uri: uri,
    logo_uri: logo,
  } = document;
  const grants = document.grant_types ?? USER_GRANT_TYPES;
  const responses = document.response_types ?? ["code"];
  if (!isTexts(uris)) return unfit("redirect_uris", "must be a list of texts");
  if (afterwards !== undefined && !isTexts(afterwards)) return unfit("post_logout_redirect_uris", "must be a list of texts");
  if (!isTexts(grants) || !grants.includes("authorization_code")) return unfit("grant_types", "must have authorization_code");
  if (!isTexts(responses) || !responses.includes("code")) return unfit("response_types", "must have code");
  for (const [field, value] of Object.entries({ client_name: name, client_uri: uri, logo_uri: logo }))
    if (value !== undefined && typeof value !== "string") return unfit(field, "must be a text");
  return readClientBody(
    {
      token_endpoint_auth_method: "none",
      client_name: name as string | undefined,
      redirect_uris: uris,
      post_logout_redirect_uris: afterwards,
      grant_types: grants.filter((grant) => USER_GRANT_TYPES.includes(grant)),
      client_uri: uri as string | undefined,
      logo_uri: logo as string | undefined,
    },
    { mayActAlone: false },
  );
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function unfit(field: string, problem: string): Problem {
  return { field, problem };
}
