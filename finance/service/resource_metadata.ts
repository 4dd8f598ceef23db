// What an app has to know to come in (RFC 9728).
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { appAccess } from "../credentials/app_access.ts";
import type { FinanceWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";

export const ResourceReply = Type.Object({
  resource: Type.String(),
  authorization_servers: Type.Array(Type.String()),
  scopes_supported: Type.Array(Type.String()),
  bearer_methods_supported: Type.Array(Type.String()),
  resource_name: Type.String(),
});

const CACHE_SECONDS = 600;

export function describeResource({ config }: Pick<FinanceWorld, "config">): Answer {
  const app = appAccess(config);
  if (!app) throw fail.unknownRoute();
  const body = {
    resource: app.resource,
    authorization_servers: [app.issuer],
    scopes_supported: [...app.scopes],
    bearer_methods_supported: ["header"],
    resource_name: "Cofre finance",
  };
  return new Answer(200, { "cache-control": `public, max-age=${CACHE_SECONDS}` }, body);
}
