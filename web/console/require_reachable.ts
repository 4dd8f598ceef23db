// Where the console answers: at the hosts and for the networks that the operator names. Elsewhere there is nothing, as if it did not exist.
import { membership } from "../../kernel/http/client_address.ts";
import type { Request } from "../../kernel/http/endpoint.ts";
import type { WebConfig } from "../config.ts";
import { fail } from "../errors.ts";

type Reach = Pick<WebConfig, "adminHosts" | "adminAllowedNetworks">;

export function requireReachable({ config, request }: { config: Reach; request: Pick<Request, "headers" | "ip"> }): void {
  const { adminHosts: hosts, adminAllowedNetworks: networks } = config;
  if (hosts.length > 0 && !hosts.some((host) => host.toLowerCase() === hostOf(request.headers.host))) throw fail.unknownRoute();
  if (networks.length > 0 && !membership(networks)(request.ip)) throw fail.unknownRoute();
}

/** Without its port, which a proxy may have changed. */
function hostOf(header = ""): string {
  return URL.parse(`http://${header}`)?.hostname ?? "";
}
