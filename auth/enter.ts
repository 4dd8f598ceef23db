// Who may come in. For users only the token is looked at here: endpoints look at session and user in the statement that they make anyway.
import type { Request } from "../kernel/http/endpoint.ts";
import type { Log } from "../kernel/log/log.ts";
import { requireCaller } from "./account/caller.ts";
import { enterWithKey } from "./api_keys/enter_with_key.ts";
import { isApiKey } from "./api_keys/secret.ts";
import type { AuthAccess, AuthCaller, AuthWorld } from "./endpoint.ts";
import { fail } from "./errors.ts";
import { type CommandLine, enterFromShell } from "./grants/command_line.ts";
import { enterByGrant } from "./grants/enter_by_grant.ts";
import { requireAllowed, requireImpersonator } from "./impersonation/impersonated.ts";
import { readBearer } from "./keys/bearer.ts";
import { type Claims, requireUserId, userIdOf } from "./keys/claims.ts";
import { impersonatorOf } from "./keys/impersonator.ts";
import { notingOperatorTokens } from "./keys/operator_tokens.ts";

/** Public endpoints get nobody: what a token says must not change what they do. */
const NOBODY: AuthCaller = { claims: { warnings: [] }, role: "", userId: undefined, sessionId: undefined };

export function enterBy(
  world: Pick<AuthWorld, "config" | "db" | "keys" | "tokenLives" | "log">,
  now: () => Date,
  commandLine?: CommandLine,
) {
  const warn = warnOnce(world.log);
  const noteUse = notingOperatorTokens(world.db);
  const isOff = (path: string | undefined) => !world.config.oauthServerEnabled && OAUTH_SERVER.test(path ?? "");
  const enter = (access: AuthAccess, request: Request, path: string | undefined): Promise<AuthCaller> | AuthCaller => {
    if (access === "public") return NOBODY;
    const token = readCredential(request.headers);
    if (isApiKey(token)) return enterByKey(access, token, request.ip);
    const shell = access === "admin" ? enterFromShell(commandLine, token) : undefined;
    if (shell) return { ...NOBODY, administrator: shell };
    const claims = world.keys.verify(token, now());
    const check = world.tokenLives.requireKnown(claims, now());
    const impersonator = impersonatorOf(claims);
    if (impersonator !== undefined) return enterImpersonated(access, { claims, impersonator, check, request, path });
    return check ? check.then(() => admit(access, claims)) : admit(access, claims);
  };
  const admit = (access: AuthAccess, claims: Claims): Promise<AuthCaller> | AuthCaller => {
    const userId = access === "user" ? requireUserId(claims) : userIdOf(claims);
    const caller = { claims, role: claims.role ?? "", userId, sessionId: claims.session_id || undefined };
    return access === "admin" ? admitAdministrator(caller, claims) : caller;
  };
  const admitAdministrator = async (caller: AuthCaller, claims: Claims): Promise<AuthCaller> => {
    const { userId } = caller;
    if (!world.config.jwtAdminRoles.includes(caller.role)) {
      if (userId === undefined) throw fail.notAdmin();
      return { ...caller, administrator: await enterByGrant(world, { ...caller, userId }, now()) };
    }
    warn(claims);
    // An operator's token names no user. A user with an administrative role loses it with the account.
    if (userId !== undefined) await requireCaller(world, caller, now());
    else await noteUse(claims, now());
    return { ...caller, administrator: { kind: "token" } };
  };
  const enterImpersonated = async (
    access: AuthAccess,
    { claims, impersonator, check, request, path = "" }: Impersonated,
  ): Promise<AuthCaller> => {
    await check;
    if (access === "admin") throw fail.notAdmin();
    requireAllowed(request.method, path);
    await requireImpersonator(world.db, impersonator, now());
    return admit(access, claims);
  };
  const enterByKey = async (access: AuthAccess, key: string, ip: string): Promise<AuthCaller> => {
    // A key stands for no user.
    if (access === "user") throw fail.subMissing();
    return { ...NOBODY, administrator: await enterWithKey(world.db, key, ip, now()) };
  };
  return (access: AuthAccess, request: Request, path?: string): Promise<AuthCaller> | AuthCaller => {
    const caller = enter(access, request, path);
    return isOff(path) ? refuseAsOff(world, access, caller, now()) : caller;
  };
}

interface Impersonated {
  claims: Claims;
  impersonator: string;
  check: Promise<void> | undefined;
  request: Request;
  path: string | undefined;
}

/** Clients of a gateway send their key in a header of its own, where they have no token of a user. */
function readCredential({ authorization, apikey }: Request["headers"]): string {
  return authorization === undefined && apikey !== undefined && isApiKey(apikey) ? apikey : readBearer(authorization);
}

/** What there is for apps of others. */
const OAUTH_SERVER = /^(\/admin|\/user)?\/oauth\/|^\/\.well-known\/(oauth-|openid-)/;

/** Authorization is checked first. */
async function refuseAsOff(
  world: Pick<AuthWorld, "config" | "db">,
  access: AuthAccess,
  entering: Promise<AuthCaller> | AuthCaller,
  now: Date,
): Promise<AuthCaller> {
  const caller = await entering;
  if (access === "user") await requireCaller(world, caller, now);
  throw fail.oauthServerDisabled();
}

/** Once per token: an operator's token comes with every request. */
function warnOnce(log: Pick<Log, "warn">): (claims: Claims) => void {
  const warned = new WeakSet<Claims>();
  return (claims) => {
    if (claims.warnings.length === 0 || warned.has(claims)) return;
    warned.add(claims);
    for (const line of claims.warnings) log.warn(line);
  };
}
