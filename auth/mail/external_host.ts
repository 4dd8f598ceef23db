// Where the links of a mail lead, for a service that is reached under several hosts.
import type { Request } from "../../kernel/http/endpoint.ts";
import type { AuthConfig } from "../config.ts";

type Hosts = Pick<AuthConfig, "apiExternalUrl" | "mailerExternalHosts">;

/** API_EXTERNAL_URL, on the host that the request was sent to if MAILER_EXTERNAL_HOSTS has it. No request can bring a host of its own. */
export function publicUrl({ apiExternalUrl, mailerExternalHosts: hosts }: Hosts, request?: Pick<Request, "headers">): string {
  if (hosts.length === 0 || request === undefined) return apiExternalUrl;
  const { "x-forwarded-host": forwarded, host = "" } = request.headers;
  const named = (forwarded || host).toLowerCase();
  const listed = hosts.find((each) => each === named || each === named.replace(/:\d+$/, ""));
  if (listed === undefined) return apiExternalUrl;
  const url = new URL(apiExternalUrl);
  const isOwnMachine = /^(localhost|127\.0\.0\.1)(:|$)/.test(listed);
  return `${isOwnMachine ? url.protocol : "https:"}//${listed}${url.pathname.replace(/\/+$/, "")}`;
}
