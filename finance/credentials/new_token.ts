// The fields of a new API token. There is no default scope, so that nobody gets more rights than requested. A token cannot create one
// that has more rights or a later expiry than itself.
import type { FinanceCaller, TokenRights } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readMoment, readOneOf, readText } from "../fields/readers.ts";
import { isPresent, presentField, type Submitted, throwIfInvalid } from "../fields/record.ts";
import {
  ABSENT,
  invalid,
  joinProblems,
  orElse,
  problemIf,
  problemOf,
  readAll,
  valid,
  type WithProblems,
} from "../fields/with_problems.ts";
import { SCOPES } from "./scopes.ts";
import { broadScope, hasScope } from "./token_rights.ts";

export const LONGEST_NAME = 100;
const BROAD_SCOPES = ["read", "write"] as const;

export const NEW_TOKEN = { id: null, name: null, scope: null, scopes: null, expires_at: null, created_at: null };

interface TokenContext {
  caller: Pick<FinanceCaller, "rights" | "spaceId" | "leastRole">;
  now: Date;
}

export function readNewToken(record: Submitted, { caller, now }: TokenContext): TokenRights & { name: string } {
  const input = readAll({
    name: readText(record, "name", { required: true, most: LONGEST_NAME }),
    list: readScopes(record),
    scope: readOneOf(record, "scope", BROAD_SCOPES, { required: !isPresent(record, "scopes") }),
  });
  const isBoth = isPresent(record, "scope") && isPresent(record, "scopes");
  const end = readEnd(record, caller.rights?.expires_at ?? null, now);
  throwIfInvalid(
    record,
    NEW_TOKEN,
    joinProblems(input.problems, problemIf(isBoth, "scope", { kind: "exclusive", values: { other: "scopes" } }), end.problems),
  );
  const { name, list, scope } = input.value;
  const rights = {
    scope: list ? broadScope(list) : (scope as TokenRights["scope"]),
    space_id: spaceOf(caller),
    scopes: list ?? null,
    expires_at: end.value,
  };
  if (caller.rights) throwIfBroader(caller.rights, rights);
  return { name: name as string, ...rights };
}

/** Of a token that the caller makes: null for their own space. */
export function spaceOf({ spaceId, leastRole }: Pick<FinanceCaller, "spaceId" | "leastRole">): number | null {
  return leastRole === undefined ? null : spaceId;
}

/** Null for a token without an end. `latest`: the end of the token that makes it. */
function readEnd(record: Submitted, latest: Date | null, now: Date): WithProblems<Date | null> {
  const { value, problems } = orElse(readMoment(record, "expires_at"), null);
  const isTooLate = latest !== null && (value === null || value > latest);
  return {
    value,
    problems: joinProblems(
      problems,
      problemIf(value !== null && value <= now, "expires_at", { kind: "inThePast" }),
      problemOf("expires_at", isTooLate ? { kind: "tooLate", values: { other: latest.toISOString() } } : undefined),
    ),
  };
}

/** Undefined where there is none, or something is wrong with it. A name that comes twice counts once. */
function readScopes(record: Submitted): WithProblems<string[] | undefined> {
  const value = presentField(record, "scopes")?.value;
  if (value === undefined) return ABSENT;
  const choices = SCOPES.join(", ");
  if (!Array.isArray(value)) return invalid("scopes", { kind: "notAList" });
  if (value.length === 0) return invalid("scopes", { kind: "noneOfList", values: { choices } });
  if (!value.every((each) => SCOPES.includes(each))) return invalid("scopes", { kind: "notInList", values: { choices } });
  return valid(SCOPES.filter((each) => value.includes(each)));
}

function throwIfBroader(own: TokenRights, rights: TokenRights): void {
  const missing = SCOPES.find((scope) => hasScope(rights, scope) && !hasScope(own, scope));
  if (missing !== undefined) throw fail.scopeMissing({ values: { scope: missing }, body: { missing_scope: missing } });
}
