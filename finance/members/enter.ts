// Who may come in: everybody to what is public, to all else nobody without credentials. All that fails is answered alike.
import type { Fault } from "../../kernel/errors.ts";
import type { Request } from "../../kernel/http/endpoint.ts";
import { isForeignPage } from "../../kernel/http/foreign_page.ts";
import { BASIC, type Challenges, STEP_UP } from "../credentials/app_access.ts";
import { readBasic } from "../credentials/basic.ts";
import type { Authenticated, Gate, MissingProof } from "../credentials/gate.ts";
import { scopeOf } from "../credentials/scopes.ts";
import { hasScope } from "../credentials/token_rights.ts";
import type { FinanceAccess, FinanceCaller } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { leastRoleFor, reaches } from "../roles/role.ts";
import type { Member } from "../users/first_use.ts";
import type { Membership } from "./queries.ts";

const NOBODY: FinanceCaller = { userId: 0, spaceId: 0, tokenId: undefined, timeZone: "UTC" };
const MOST_USER_AGENT_BYTES = 1_024;

/** What a user is in a space, as it is now. */
export type FindMembership = (spaceId: number, userId: number) => Promise<Membership | undefined>;

/** Refusals come in this order: a caller who does not say who is calling is not asked for a password. */
export function enterBy(
  gate: Pick<Gate<Member>, "enterByBasic" | "enterByBearer">,
  findMembership: FindMembership,
  { challenges, requireOperator }: { challenges: Challenges; requireOperator: (header: string) => Promise<void> },
) {
  return async (access: FinanceAccess, request: Request, path?: string): Promise<FinanceCaller> => {
    if (access === "public") return NOBODY;
    requireUserAgent(request.headers["user-agent"]);
    const header = request.headers.authorization ?? "";
    if (access === "operator") {
      await requireOperator(header);
      return NOBODY;
    }
    // Browsers send a Basic password along with whatever any page makes them send.
    if (access !== "reader" && /^basic\b/i.test(header) && isForeignPage(request)) throw fail.crossSite();
    const entrant = await authenticate(gate, header, request.ip);
    // A path that nobody serves asks for no scope: it answers 404.
    const scope = path === undefined ? undefined : scopeOf({ path, access });
    if (!entrant) throw unauthorized(challenges.credentials(header, scope));
    if (typeof entrant === "string") throw MISSING_PROOF[entrant]();
    requireScope(entrant.token, scope, challenges);
    const caller = { ...entrant.member, tokenId: entrant.token?.id, rights: entrant.token };
    const spaceId = chooseSpace(entrant, request.headers["x-cofre-space"]);
    return spaceId === caller.spaceId ? caller : enterSpace(caller, spaceId, access, findMembership);
  };
}

/** An API token opens one space; a client that names another must not be answered from it. Everybody else has their own unless they say. */
function chooseSpace({ member, token }: Authenticated<Member>, header: string | undefined): number {
  if (header !== undefined && !/^[1-9][0-9]{0,14}$/.test(header)) throw fail.spaceHeaderInvalid();
  const named = header === undefined ? undefined : Number(header);
  const ofToken = token && (token.space_id ?? member.spaceId);
  if (ofToken !== undefined && named !== undefined && named !== ofToken) throw fail.notAMember();
  return ofToken ?? named ?? member.spaceId;
}

/** Nothing of it is remembered: whoever was removed is out at the next request. A space that is not there is like one of others. */
async function enterSpace(caller: FinanceCaller, spaceId: number, access: FinanceAccess, findMembership: FindMembership) {
  const membership = await findMembership(spaceId, caller.userId);
  if (!membership?.role) throw fail.notAMember();
  const { role, time_zone: timeZone } = membership;
  const leastRole = leastRoleFor(access);
  if (!reaches(role, leastRole)) throw access === "owner" ? fail.ownersOnly() : fail.viewersOnlyRead();
  return { ...caller, spaceId, timeZone, role, leastRole };
}

function requireScope(token: Authenticated<Member>["token"], scope: string | undefined, challenges: Challenges): void {
  if (!token || scope === undefined || hasScope(token, scope)) return;
  if (token.scopes === null) throw fail.readOnly();
  // Apps can ask their user for more; a token of ours is as it was made.
  const headers = token.id === undefined && { headers: { "www-authenticate": challenges.scope(token.scopes, scope) } };
  throw fail.scopeMissing({ values: { scope }, body: { missing_scope: scope }, ...headers });
}

/** For programs that cannot sign in: the address itself holds a token. It may do nothing else, because addresses are passed on and kept. */
export function openAddressBy(gate: Pick<Gate<Member>, "enterByAddress">, findMembership: FindMembership) {
  return async (token: unknown, onlyScope: string): Promise<FinanceCaller> => {
    const entrant = typeof token === "string" ? await gate.enterByAddress(token, onlyScope) : undefined;
    if (!entrant) throw unauthorized(BASIC);
    const caller = { ...entrant.member, tokenId: entrant.token?.id, rights: entrant.token };
    const spaceId = chooseSpace(entrant, undefined);
    return spaceId === caller.spaceId ? caller : enterSpace(caller, spaceId, "reader", findMembership);
  };
}

function requireUserAgent(userAgent: string | undefined): void {
  if (!userAgent?.trim()) throw fail.userAgentMissing();
  if (Buffer.byteLength(userAgent, "latin1") > MOST_USER_AGENT_BYTES) throw fail.userAgentTooLong();
}

async function authenticate(
  gate: Parameters<typeof enterBy>[0],
  header: string,
  ip: string,
): Promise<Authenticated<Member> | MissingProof | undefined> {
  if (/^bearer /i.test(header)) return gate.enterByBearer(header);
  const credentials = readBasic(header);
  return credentials && gate.enterByBasic(credentials, ip);
}

const MISSING_PROOF: Readonly<Record<MissingProof, () => Fault>> = {
  "an API token": () => fail.apiTokenNeeded({ headers: { "www-authenticate": BASIC } }),
  "the second factor": () => fail.secondFactorNeeded({ headers: { "www-authenticate": `${STEP_UP}, ${BASIC}` } }),
};

function unauthorized(challenge: string): Fault {
  return fail.unauthorized({ headers: { "www-authenticate": challenge } });
}
