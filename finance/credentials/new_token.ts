// What a new API token is asked to be. Nobody gets more rights than they have asked for, so there is no default; and no token makes one that
// may do more than itself, or that outlives it.
import type { FinanceCaller } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readMoment, readOneOf, readText } from "../fields/readers.ts";
import { addProblem, isSaid, judge, type Submitted, saidField } from "../fields/record.ts";
import { broadScope, hasScope, SCOPES, type TokenRights } from "./scopes.ts";

export const LONGEST_NAME = 100;
const BROAD_SCOPES = ["read", "write"] as const;

export const NEW_TOKEN = { id: null, name: null, scope: null, scopes: null, expires_at: null, created_at: null };

interface Circumstances {
  caller: Pick<FinanceCaller, "rights" | "spaceId" | "leastRole">;
  now: Date;
}

export function readNewToken(record: Submitted, { caller, now }: Circumstances): TokenRights & { name: string } {
  const name = readText(record, "name", { required: true, most: LONGEST_NAME });
  const list = readScopes(record);
  const scope = readOneOf(record, "scope", BROAD_SCOPES, { required: !isSaid(record, "scopes") });
  if (isSaid(record, "scope") && isSaid(record, "scopes"))
    addProblem(record, "scope", { kind: "exclusive", values: { other: "scopes" } });
  const expiresAt = readMoment(record, "expires_at") ?? null;
  if (expiresAt && expiresAt <= now) addProblem(record, "expires_at", { kind: "inThePast" });
  const ownEnd = caller.rights?.expires_at;
  if (ownEnd && (!expiresAt || expiresAt > ownEnd))
    addProblem(record, "expires_at", { kind: "tooLate", values: { other: ownEnd.toISOString() } });
  judge(record, NEW_TOKEN);
  const rights = {
    scope: list ? broadScope(list) : (scope as TokenRights["scope"]),
    space_id: spaceOf(caller),
    scopes: list ?? null,
    expires_at: expiresAt,
  };
  if (caller.rights) demandWithin(caller.rights, rights);
  return { name: name as string, ...rights };
}

/** Of a token that the caller makes: null for their own space. */
export function spaceOf({ spaceId, leastRole }: Pick<FinanceCaller, "spaceId" | "leastRole">): number | null {
  return leastRole === undefined ? null : spaceId;
}

/** Undefined where there is none, or something is wrong with it. A name that comes twice counts once. */
function readScopes(record: Submitted): string[] | undefined {
  const value = saidField(record, "scopes")?.value;
  if (value === undefined) return;
  const choices = SCOPES.join(", ");
  if (!Array.isArray(value)) return void addProblem(record, "scopes", { kind: "notAList" });
  if (value.length === 0) return void addProblem(record, "scopes", { kind: "noneOfList", values: { choices } });
  if (!value.every((each) => SCOPES.includes(each)))
    return void addProblem(record, "scopes", { kind: "notInList", values: { choices } });
  return SCOPES.filter((each) => value.includes(each));
}

function demandWithin(own: TokenRights, asked: TokenRights): void {
  const missing = SCOPES.find((scope) => hasScope(asked, scope) && !hasScope(own, scope));
  if (missing !== undefined) throw fail.scopeMissing({ values: { scope: missing }, body: { missing_scope: missing } });
}
