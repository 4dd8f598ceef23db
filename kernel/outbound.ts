// One request to somebody else's server, which may be slow, broken, huge or hostile: bounded in time and size, and never led elsewhere.
// Where the address itself is a stranger's choice, `outbound_guarded.ts` sends it.

export interface OutboundRequest {
  method?: "GET" | "POST" | "DELETE";
  headers?: Record<string, string>;
  body?: string;
  /** For the whole exchange, the body included. */
  timeoutMs?: number;
  mostBytes?: number;
}

export interface OutboundAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** The other side did not give an answer that can be used. The message says how, and holds nothing that the other side sent. */
export class OutboundError extends Error {
  readonly kind: "unreachable" | "timeout" | "too large" | "unreadable" | "refused";

  constructor(kind: OutboundError["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export const OUTBOUND_TIMEOUT_MS = 10_000;
const MOST_BYTES = 1_000_000;

/** Any status is an answer, a redirect too: it is not followed, because it could lead to where only this machine gets. */
export async function send(url: string, request: OutboundRequest = {}): Promise<OutboundAnswer> {
  const { method = "GET", headers = {}, body, timeoutMs = OUTBOUND_TIMEOUT_MS, mostBytes = MOST_BYTES } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  let response: Response | undefined;
  try {
    response = await fetch(url, { method, headers, redirect: "manual", signal, ...(body !== undefined && { body }) });
    return { status: response.status, headers: response.headers, text: await readLimited(response, mostBytes) };
  } catch (error) {
    throw problemOf(error, timeoutMs);
  } finally {
    if (response && !response.bodyUsed) await response.body?.cancel().catch(() => {});
  }
}

async function readLimited(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new OutboundError("too large", `it answered with more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new OutboundError("unreadable", "its answer is not UTF-8");
  }
}

function problemOf(error: unknown, timeoutMs: number): OutboundError {
  if (error instanceof OutboundError) return error;
  const { name, cause } = error as Error;
  if (name === "TimeoutError") return new OutboundError("timeout", `it took longer than ${timeoutMs} ms`, { cause: error });
  const code = cause instanceof Error && "code" in cause ? `: ${cause.code}` : "";
  return new OutboundError("unreachable", `it cannot be reached${code}`, { cause: error });
}

/** The answer's JSON object. Throws an OutboundError where it is none. */
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

/** A form's body, with its media type. */
export function form(fields: Record<string, string>): Pick<OutboundRequest, "body"> & { headers: Record<string, string> } {
  return {
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  };
}
