// A question to auth on behalf of somebody who fills in a form, and what is said to them where the answer is no.
import { OutboundError } from "../../kernel/outbound/outbound.ts";
import type { WebInput } from "../endpoint.ts";
import type { Problem } from "../html/form_fields.ts";
import type { Words } from "../language/words.ts";
import { forwardedToAuth } from "./forwarded_to_auth.ts";

export interface Refusal {
  status: number;
  code: string;
  retryAfter: number | undefined;
}

export type AuthAnswer = { body: Record<string, unknown>; refused?: undefined } | { body?: undefined; refused: Refusal };

interface Question {
  method?: "GET" | "POST" | "PUT";
  path: string;
  body?: object;
  accessToken?: string;
}

export async function askAuth(
  { auth, config, request, log }: Pick<WebInput, "auth" | "config" | "request" | "log">,
  { method = "POST", path, body, accessToken }: Question,
): Promise<AuthAnswer> {
  const headers = { ...forwardedToAuth({ config, request }, accessToken), ...(body && { "content-type": "application/json" }) };
  try {
    const answer = await auth.ask({ method, path, headers, body: body && JSON.stringify(body) });
    if (answer.status < 300) return { body: answer.body };
    const { error_code: code, code: plain } = answer.body;
    const retryAfter = Number(answer.headers["retry-after"]) || undefined;
    return { refused: { status: answer.status, code: String(code ?? plain ?? ""), retryAfter } };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    log.error({ request_id: request.id, err: error }, "auth did not answer");
    return { refused: { status: 503, code: "unavailable", retryAfter: undefined } };
  }
}

/** For a new password that is not even sent to auth, which has no such rule for other clients. */
export const COMMON_PASSWORD: AuthAnswer = { refused: { status: 422, code: "common_password", retryAfter: undefined } };

/** The status of the page that says so. */
export const statusOf = ({ status }: Refusal) => (status === 429 || status >= 500 ? status : 422);

/** What is said whatever was asked for; undefined where that depends. */
export function commonProblem({ status, code, retryAfter }: Refusal, { problems }: Words): Problem | undefined {
  if (status === 429) return { text: problems.tooMany(retryAfter ? problems.inSeconds(retryAfter) : problems.soon) };
  if (status >= 500) return { text: problems.unavailable };
  if (code === "captcha_failed") return { text: problems.captcha };
  if (code === "weak_password") return { text: problems.weakPassword, field: "password" };
  if (code === "common_password") return { text: problems.commonPassword, field: "password" };
  if (code === "same_password") return { text: problems.samePassword, field: "password" };
  if (code === "user_banned") return { text: problems.banned };
  if (code === "email_address_invalid") return { text: problems.badEmail, field: "email" };
  return undefined;
}
