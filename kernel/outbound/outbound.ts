// Requests to external servers, which may be slow, broken or hostile: time and size are bounded. For addresses chosen by
// strangers see `guarded.ts`.
import type { IncomingHttpHeaders } from "node:http";
import { exchange, readText } from "./exchange.ts";
import { OutboundError } from "./outbound_error.ts";

export { OutboundError } from "./outbound_error.ts";

export interface OutboundRequest {
  method?: "GET" | "POST" | "DELETE";
  headers?: Record<string, string>;
  body?: string;
  /** For the whole exchange, including the body. */
  timeoutMs?: number;
  mostBytes?: number;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export const OUTBOUND_TIMEOUT_MS = 10_000;
const MOST_BYTES = 1_000_000;

/** Any status is an answer. Redirects are not followed, because they could lead to internal addresses. */
export async function send(url: string, request: OutboundRequest = {}): Promise<OutboundAnswer> {
  const { method = "GET", headers = {}, body, timeoutMs = OUTBOUND_TIMEOUT_MS, mostBytes = MOST_BYTES } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await exchange(new URL(url), { method, headers, body, signal });
    return { status: response.statusCode ?? 0, headers: response.headers, text: await readText(response, mostBytes) };
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    if (signal.aborted) throw new OutboundError("timeout", `it took longer than ${timeoutMs} ms`, { cause: error });
    const { code } = error as NodeJS.ErrnoException;
    throw new OutboundError("unreachable", `it cannot be reached${code ? `: ${code}` : ""}`, { cause: error });
  }
}

/** The answer's JSON object. Throws an OutboundError if it is none. */
export function readJsonObject({ text }: OutboundAnswer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OutboundError("unreadable", "its answer is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new OutboundError("unreadable", "its answer is not a JSON object");
  }
  return value as Record<string, unknown>;
}

/** A form body with its media type. */
export function form(fields: Record<string, string>): Pick<OutboundRequest, "body"> & { headers: Record<string, string> } {
  return { body: new URLSearchParams(fields).toString(), headers: { "content-type": "application/x-www-form-urlencoded" } };
}
