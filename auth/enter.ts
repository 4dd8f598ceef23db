// Who may come in. For users only the token is looked at here: endpoints look at session and user in the statement that they make anyway.
import type { Request } from "../kernel/http/endpoint.ts";
import { demandCaller } from "./account/caller.ts";
import type { AuthAccess, AuthCaller, AuthWorld } from "./endpoint.ts";
import { fail } from "./errors.ts";
import { readBearer } from "./keys/bearer.ts";

/** Public endpoints get nobody: what they are told in a token must not change what they do. */
const NOBODY: AuthCaller = { claims: { warnings: [] }, role: "", userId: undefined, sessionId: undefined };

export function enterBy(world: Pick<AuthWorld, "config" | "db" | "keys">, now: () => Date) {
  return (access: AuthAccess, request: Request): Promise<AuthCaller> | AuthCaller => {
    if (access === "public") return NOBODY;
    const claims = world.keys.verify(readBearer(request.headers.authorization), now());
    const caller = {
      claims,
      role: claims.role ?? "",
      userId: claims.sub || undefined,
      sessionId: claims.session_id || undefined,
    };
    if (access === "user" && caller.userId === undefined) throw fail.subMissing();
    if (access === "admin") {
      if (!world.config.jwtAdminRoles.includes(caller.role)) throw fail.notAdmin();
      // An operator's token names nobody. A user with an administrative role loses it with the account.
      if (caller.userId !== undefined) return demandCaller(world, caller, now()).then(() => caller);
    }
    return caller;
  };
}
