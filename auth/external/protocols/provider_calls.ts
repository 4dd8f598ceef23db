// The calls that one visit to a provider costs. They share one budget of time: the browser is waiting, however many there are.
import { type OutboundAnswer, OutboundError, type OutboundRequest, send } from "../../../kernel/outbound/outbound.ts";
import { ProviderError } from "../provider.ts";

/** Under the ten seconds that a request may take here, so that a slow provider ends in a redirect with a reason. */
export const PROVIDER_TIMEOUT_MS = 8_000;

const SHORTEST_TIMEOUT_MS = 1;

/** How requests leave, where that is not the usual way. */
export type Sender = typeof send;

export type ProviderCall = (url: string, request?: OutboundRequest) => Promise<OutboundAnswer>;

/** Every answer, with any status. Throws a ProviderError of this step where there is none that can be used. */
export function callsWithin(timeoutMs: number | undefined, sends: Sender = send): (step: ProviderError["step"]) => ProviderCall {
  // Real time, not the service's clock, which tests move: a browser is waiting.
  const end = performance.now() + (timeoutMs ?? PROVIDER_TIMEOUT_MS);
  return (step) =>
    async (url, request = {}) => {
      const left = Math.max(Math.floor(end - performance.now()), SHORTEST_TIMEOUT_MS);
      try {
        return await sends(url, {
          ...request,
          headers: { accept: "application/json", "user-agent": "cofre", ...request.headers },
          timeoutMs: left,
        });
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        throw new ProviderError(step, `the provider failed: ${error.message}`, { cause: error });
      }
    };
}

/** The JSON of an answer. Whole numbers that a double cannot hold become text: an id must not turn into its neighbour's. */
export function readJson(step: ProviderError["step"], { text }: OutboundAnswer): unknown {
  try {
    return JSON.parse(text, exactNumber);
  } catch {
    throw new ProviderError(step, "the provider's answer is not JSON");
  }
}

function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value;
}

/** For people to read: a query may have what signs the call. */
export function withoutQuery(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Undefined for anything else, lists and null too. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
