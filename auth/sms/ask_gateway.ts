// One request to a gateway, and what its answer means: accepted, refused for good, or to be retried.
// Errors are stored with the message and logged, so they hold the gateway's codes and never its text, which may contain the phone number.
import {
  form,
  OUTBOUND_TIMEOUT_MS,
  OutboundError,
  type OutboundRequest,
  readJsonObject,
  send,
} from "../../kernel/outbound/outbound.ts";
import { NotNow, Undeliverable } from "../mail/transport.ts";

export interface GatewayAnswer {
  status: number;
  /** Empty where the answer is no JSON object. */
  body: Readonly<Record<string, unknown>>;
}

interface GatewayRequest extends Pick<OutboundRequest, "headers" | "timeoutMs"> {
  hear?: ((answer: GatewayAnswer) => void) | undefined;
}

/** Any status is an answer. Throws where there is none. */
export async function askGateway(
  url: string,
  fields: Record<string, string>,
  { headers = {}, timeoutMs = OUTBOUND_TIMEOUT_MS, hear }: GatewayRequest = {},
): Promise<GatewayAnswer> {
  const { body = "", headers: type } = form(fields);
  try {
    const answer = await send(url, {
      method: "POST",
      headers: { accept: "application/json", ...headers, ...type },
      body,
      timeoutMs,
    });
    const heard = { status: answer.status, body: objectIn(answer) };
    hear?.(heard);
    return heard;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const reason = `the SMS gateway: ${error.message}`;
    // What cannot be read may have been a yes, and each message costs money.
    throw error.kind === "timeout" || error.kind === "unreachable" ? new NotNow(reason) : new Undeliverable(reason);
  }
}

function objectIn(answer: Parameters<typeof readJsonObject>[0]): Record<string, unknown> {
  try {
    return readJsonObject(answer);
  } catch {
    return {};
  }
}

export const isTaken = ({ status }: GatewayAnswer) => status >= 200 && status < 300;

/** The error for an answer that is no success. `code`: what the gateway calls it. */
export function refusal({ status }: GatewayAnswer, code?: unknown): NotNow | Undeliverable {
  const reason = `the SMS gateway said ${status}${numbered(code)}`;
  const mayPass = status >= 500 || status === 429 || status === 408 || (status >= 300 && status < 400);
  return mayPass ? new NotNow(reason) : new Undeliverable(reason);
}

/** The gateway's word for a problem, where it is a number. */
export function numbered(code: unknown): string {
  return /^\d{1,8}$/.test(String(code)) ? ` (${code})` : "";
}

const LONGEST_ID = 100;

/** The gateway's id of a message that it has taken. */
export function takenAs(id: unknown): string {
  const text = typeof id === "number" ? String(id) : id;
  if (typeof text === "string" && /^[\x21-\x7e]+$/.test(text) && text.length <= LONGEST_ID) return text;
  throw new Undeliverable("the SMS gateway did not say what became of the message");
}

/** A part of an answer, as an object whatever it is. */
export function part(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export function first(value: unknown): Readonly<Record<string, unknown>> {
  return part(Array.isArray(value) ? value[0] : undefined);
}

export function basicAuthorization(user: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
}
