// Counts why people were not let in, by the code of the refusal.
import { Fault } from "../../kernel/errors.ts";
import type { LiveFigures } from "./live_figures.ts";

export const REFUSED = "refused:";

/** Where people come in. What browsers are redirected with is no refusal here. */
const WAYS_IN: ReadonlySet<string> = new Set([
  "/factors/:factor_id/verify",
  "/factors/recovery-codes/verify",
  "/magiclink",
  "/otp",
  "/passkeys/authentication/verify",
  "/recover",
  "/signup",
  "/sso",
  "/sso/saml/acs",
  "/token",
  "/verify",
]);

interface Handled {
  path: string;
  handle: (input: never) => unknown;
}

/** The endpoint, with a handler whose refusals are counted. */
export function countingRefusals<Endpoint extends Handled>(figures: LiveFigures): (endpoint: Endpoint) => Endpoint {
  return (endpoint) => {
    if (!WAYS_IN.has(endpoint.path)) return endpoint;
    const handle = async (input: never) => {
      try {
        return await endpoint.handle(input);
      } catch (error) {
        count(figures, error);
        throw error;
      }
    };
    return { ...endpoint, handle };
  };
}

type Guard<Guards, Input> = (endpoint: Guards, input: Input) => Promise<void> | undefined;

/** The same for what is refused before the handler runs: by limits and captchas. */
export function countingGuard<Guards, Input>(
  figures: LiveFigures,
  guard: Guard<Guards, Input>,
): Guard<Guards & Pick<Handled, "path">, Input> {
  return (endpoint, input) => {
    const guarding = guard(endpoint, input);
    if (!guarding || !WAYS_IN.has(endpoint.path)) return guarding;
    return guarding.catch((error: unknown) => {
      count(figures, error);
      throw error;
    });
  };
}

function count(figures: LiveFigures, error: unknown): void {
  figures.count(REFUSED + (error instanceof Fault ? error.code : "unexpected_failure"));
}
