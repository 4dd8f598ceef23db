// The way back to the app, with an answer. `iss` says who answers, so that an app of several providers mixes none up (RFC 9207).
import type { AuthConfig } from "../config.ts";
import { withQuery } from "../redirects/answer_url.ts";
import type { AuthorizationError } from "./authorization_request.ts";
import { issuerOf } from "./issuer.ts";

type Config = Pick<AuthConfig, "jwtIssuer" | "apiExternalUrl">;

interface AnswerTarget {
  redirect_uri: string;
  state: string | null | undefined;
}

export function answerWithCode(config: Config, { redirect_uri: uri, state }: AnswerTarget, code: string): string {
  return withQuery(uri, { code, state: state ?? undefined, iss: issuerOf(config) });
}

export function answerWithError(
  config: Config,
  { redirect_uri: uri, state }: AnswerTarget,
  { error, description }: AuthorizationError,
): string {
  return withQuery(uri, { error, error_description: description, state: state ?? undefined, iss: issuerOf(config) });
}
