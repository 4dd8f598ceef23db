// Exchanges the browser's code for the provider's tokens (RFC 6749, 4.1.3). The library makes the request and checks the answer.
// Deviations of providers from the standard are corrected before.
import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type ClientAuth,
  ClientSecretPost,
  customFetch,
  nopkce,
  processAuthorizationCodeResponse,
  ResponseBodyError,
  skipStateCheck,
  validateAuthResponse,
} from "oauth4webapi";
import type { OutboundAnswer } from "../../../kernel/outbound/outbound.ts";
import { ProviderError } from "../provider.ts";
import { asObject, type JsonObject, type ProviderCall, readJson } from "./provider_calls.ts";

export interface TokenRequest {
  tokenUrl: string;
  /** The issuer that the browser's `iss` must name, if it is present. */
  issuer: string;
  issuerRequired: boolean;
  clientId: string;
  secret: string;
  redirectUri: string;
  /** `either`: in the header, and where the provider does not know the client by it, in the body. */
  clientAuthentication: "basic" | "body" | "either";
  headers: Readonly<Record<string, string>>;
  /** What the browser brought back. */
  code: string;
  iss: string | undefined;
  codeVerifier: string | undefined;
}

export interface OAuth2Tokens {
  accessToken: string;
  refreshToken: string | undefined;
  /** Not checked. */
  idToken: string | undefined;
  /** All of the token answer, as it came. */
  answer: JsonObject;
}

/** The provider rejected our credentials, which does not use up the code. */
class ClientRefused extends ProviderError {}

export async function requestTokens(request: TokenRequest, call: ProviderCall): Promise<OAuth2Tokens> {
  if (request.clientAuthentication !== "either") return requestOnce(request, call);
  try {
    return await requestOnce({ ...request, clientAuthentication: "basic" }, call);
  } catch (error) {
    if (!(error instanceof ClientRefused)) throw error;
    return requestOnce({ ...request, clientAuthentication: "body" }, call);
  }
}

async function requestOnce(request: TokenRequest, call: ProviderCall): Promise<OAuth2Tokens> {
  const { clientId, code, iss, issuer, tokenUrl } = request;
  const server = { issuer, token_endpoint: tokenUrl, authorization_response_iss_parameter_supported: request.issuerRequired };
  const client = { client_id: clientId };
  const authenticate = request.clientAuthentication === "basic" ? basic(request.secret) : ClientSecretPost(request.secret);
  let answer: JsonObject = {};
  try {
    // The state is compared by the flow, which keeps only a hash of it.
    const brought = new URLSearchParams({ code, ...(iss !== undefined && { iss }) });
    const parameters = validateAuthResponse(server, client, brought, skipStateCheck);
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      authenticate,
      parameters,
      request.redirectUri,
      request.codeVerifier ?? nopkce,
      {
        headers: request.headers,
        // Only for the base URLs of private networks, and of tests. Those of the public providers are all https.
        [allowInsecureRequests]: true,
        [customFetch]: async (url, { headers, body }) => {
          answer = await post(url, headers, String(body), call);
          return standardAnswer(answer);
        },
      },
    );
    const tokens = await processAuthorizationCodeResponse(server, client, response);
    const idToken = typeof answer.id_token === "string" ? answer.id_token : undefined;
    return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token, idToken, answer };
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    // The library's errors carry the code or the tokens as their cause, so only our own text is passed on.
    const Refusal = isClientRefused(error) ? ClientRefused : ProviderError;
    const refusalCode = error instanceof ResponseBodyError ? codeOf(error, code) : undefined;
    throw new Refusal("exchange", `the provider's tokens cannot be used: ${reasonOf(error, code)}`, { code: refusalCode });
  }
}

async function post(url: string, headers: Record<string, string>, body: string, call: ProviderCall): Promise<JsonObject> {
  const answer = await call(url, { method: "POST", headers, body });
  const object = asObject(readJsonOf(answer));
  if (answer.status !== 200 && !isText(object?.error)) {
    const Refusal = answer.status === 401 ? ClientRefused : ProviderError;
    const refusalCode = answer.status === 401 ? "invalid_client" : undefined;
    throw new Refusal("exchange", `the provider answered the code with status ${answer.status}`, { code: refusalCode });
  }
  if (!object) throw new ProviderError("exchange", "the provider's token answer is not an object");
  return object;
}

/** An error page is no news beside the status that it comes with. */
function readJsonOf(answer: OutboundAnswer): unknown {
  return answer.status === 200 || answer.text.startsWith("{") ? readJson("exchange", answer) : undefined;
}

/**
 * Makes an answer conform to the standard before the library reads it. GitHub and Slack send errors with status 200. Slack, LinkedIn and
 * Facebook leave out the token type. Twitch sends its scopes as a list. Identity tokens are removed, because the caller checks them by the
 * service's clock.
 */
function standardAnswer({ error, access_token, token_type, refresh_token }: JsonObject): Response {
  if (isText(error)) return Response.json({ error }, { status: 400 });
  return Response.json({
    access_token,
    token_type: isText(token_type) ? token_type : "bearer",
    ...(isText(refresh_token) && { refresh_token }),
  });
}

/** Escapes only what would be misread. The library's own escapes dashes too, which providers that do not decode take for the secret. */
function basic(secret: string): ClientAuth {
  return (_server, { client_id }, _body, headers) => {
    const pair = [client_id, secret].map(encodeURIComponent).join(":");
    headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  };
}

function isClientRefused(error: unknown): boolean {
  return error instanceof ResponseBodyError && ["invalid_client", "unauthorized_client"].includes(error.error);
}

function reasonOf(error: unknown, code: string): string {
  if (error instanceof ResponseBodyError) return codeOf(error, code) ?? "an error of its own";
  return error instanceof Error && !error.message.includes(code) ? error.message : "unreadable";
}

/** A provider may put anything here, even the code that the browser brought. */
function codeOf({ error }: ResponseBodyError, code: string): string | undefined {
  return /^[a-z_]{1,50}$/.test(error) && !error.includes(code) ? error : undefined;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
