// How long to wait for a provider: a browser is waiting for the response.
import type { AuthConfig } from "../../config.ts";
import { ProviderError } from "../provider.ts";

const LONGEST_MS = 9_000;

/** The endpoints that wait for a provider answer by themselves before this, however short other requests are held. */
export const PROVIDER_REQUEST_SECONDS = 15;

/** The result of work that finishes after the timeout is dropped: it writes nothing here. */
export async function askProvider<T>(
  step: ProviderError["step"],
  timeoutMs: number,
  work: (callTimeoutMs: number) => Promise<T>,
): Promise<T> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLate.reject(new ProviderError(step, `it took longer than ${timeoutMs} ms`)), timeoutMs);
  // Calls that end a moment earlier by themselves can say which of them it was.
  const answer = work(Math.floor(timeoutMs * 0.9));
  answer.catch(() => {});
  try {
    return await Promise.race([answer, tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Never more than the endpoints have left to say that it was too long. */
export function providerTimeoutMs({ internalHttpTimeoutSeconds }: Pick<AuthConfig, "internalHttpTimeoutSeconds">): number {
  return Math.min(internalHttpTimeoutSeconds * 1000, LONGEST_MS);
}
