// Turns an error during a callback into a row of the error table.
import { Fault } from "../../../kernel/errors.ts";
import { DatabaseAway } from "../../../kernel/sql/database.ts";
import type { AuthInput } from "../../endpoint.ts";
import { fail } from "../../errors.ts";
import { ProviderError } from "../provider.ts";

/** A failing provider is logged as a warning, a bug of ours as an error. */
export function reportFault(
  error: unknown,
  provider: string,
  { log, request }: Pick<AuthInput<unknown>, "log" | "request">,
): Fault {
  const line = { request_id: request.id, provider };
  if (error instanceof ProviderError) {
    log.warn({ ...line, step: error.step, problem: error.message }, "an external provider failed");
    return providerFault(error);
  }
  const fault = faultOf(error);
  if (fault.status >= 500) log.error({ ...line, error_code: fault.code, err: error }, "an external sign-in failed");
  return fault;
}

/** For a provider that fails before the browser has left; whatever else it is comes back as it is. */
export function reportBeginFault(
  error: unknown,
  provider: string,
  { log, request }: Pick<AuthInput<unknown>, "log" | "request">,
) {
  if (!(error instanceof ProviderError)) return error;
  log.warn({ request_id: request.id, provider, problem: error.message }, "an external provider failed");
  return fail.providerBeginFailed({ cause: error });
}

function providerFault(cause: ProviderError): Fault {
  if (cause.step === "exchange") return fail.providerExchangeFailed({ cause });
  return cause.step === "email" ? fail.providerEmailFailed({ cause }) : fail.providerProfileFailed({ cause });
}

function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return error instanceof DatabaseAway ? fail.unavailable({ cause: error }) : fail.unexpected({ cause: error });
}
