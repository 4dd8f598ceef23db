// Who may come in: everybody to what is public, to all else nobody without credentials. All that fails is answered alike.
import type { Fault } from "../kernel/errors.ts";
import type { Request } from "../kernel/http/endpoint.ts";
import { isForeignPage } from "../kernel/http/foreign_page.ts";
import { readBasic } from "./credentials/basic.ts";
import type { Entrant, Gate } from "./credentials/gate.ts";
import { hasScope, scopeOf } from "./credentials/scopes.ts";
import type { FinanceAccess, FinanceCaller } from "./endpoint.ts";
import { fail } from "./errors.ts";
import type { Member } from "./users/first_use.ts";

const NOBODY: FinanceCaller = { userId: 0, spaceId: 0, tokenId: undefined, timeZone: "UTC" };
const MOST_USER_AGENT_BYTES = 1_024;

/** Refusals come in this order: a caller who does not say who is calling is not asked for a password. */
export function enterBy(gate: Pick<Gate<Member>, "enterByBasic" | "enterByBearer">) {
  return async (access: FinanceAccess, request: Request, path?: string): Promise<FinanceCaller> => {
    if (access === "public") return NOBODY;
    demandUserAgent(request.headers["user-agent"]);
    const header = request.headers.authorization ?? "";
    // Browsers send a Basic password along with whatever any page makes them send.
    if (access === "writer" && /^basic\b/i.test(header) && isForeignPage(request)) throw fail.crossSite();
    const entrant = await findEntrant(gate, header, request.ip);
    if (!entrant) throw unauthorized();
    demandScope(entrant.token, access, path);
    return { ...entrant.member, tokenId: entrant.token?.id, rights: entrant.token };
  };
}

/** A path that nobody serves asks for no scope: it answers 404. */
function demandScope(token: Entrant<Member>["token"], access: FinanceAccess, path: string | undefined): void {
  if (!token) return;
  const scope = path === undefined ? undefined : scopeOf({ path, access });
  if (scope === undefined || hasScope(token, scope)) return;
  if (token.scopes === null) throw fail.readOnly();
  throw fail.scopeMissing({ values: { scope }, body: { missing_scope: scope } });
}

/** For programs that cannot sign in: the address itself holds a token. It may do nothing else, because addresses are passed on and kept. */
export function openAddressBy(gate: Pick<Gate<Member>, "enterByAddress">) {
  return async (token: unknown, onlyScope: string): Promise<FinanceCaller> => {
    const entrant = typeof token === "string" ? await gate.enterByAddress(token, onlyScope) : undefined;
    if (!entrant) throw unauthorized();
    return { ...entrant.member, tokenId: entrant.token?.id, rights: entrant.token };
  };
}

function demandUserAgent(userAgent: string | undefined): void {
  if (!userAgent?.trim()) throw fail.userAgentMissing();
  if (Buffer.byteLength(userAgent, "latin1") > MOST_USER_AGENT_BYTES) throw fail.userAgentTooLong();
}

async function findEntrant(
  gate: Parameters<typeof enterBy>[0],
  header: string,
  ip: string,
): Promise<Entrant<Member> | undefined> {
  if (/^bearer /i.test(header)) return gate.enterByBearer(header);
  const credentials = readBasic(header);
  return credentials && gate.enterByBasic(credentials, ip);
}

function unauthorized(): Fault {
  return fail.unauthorized({ headers: { "www-authenticate": 'Basic realm="Cofre", charset="UTF-8"' } });
}
