// Which rights a change of settings needs.
import type { ChangedBy } from "../config/stored.ts";
import { changedBy } from "../config/stored.ts";
import type { AuthCaller } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { hasRight } from "../grants/administrator.ts";
import type { Right } from "../grants/rights.ts";
import { findSetting } from "./catalogue.ts";

const RIGHT_OF: Readonly<Record<ChangedBy, Right>> = {
  admins: "settings:write",
  security: "security_settings:write",
  owners: "owner_settings:write",
};

/** Names that no setting has are refused later, and by them nobody learns more. */
export function rightsFor(names: readonly string[]): Right[] {
  const settings = names.map(findSetting).filter((setting) => setting !== undefined);
  const rights = new Set(settings.map(({ entry }) => RIGHT_OF[changedBy(entry)]));
  return rights.size > 0 ? [...rights] : ["settings:write"];
}

/** Without a fresh proof, because what this allows is urgent. */
export function requireRightsFor({ administrator }: AuthCaller, names: readonly string[]): void {
  for (const right of rightsFor(names))
    if (!administrator || !hasRight(administrator, right)) throw fail.rightMissing({ values: { right } });
}

export const hasRightsFor = ({ administrator }: AuthCaller, names: readonly string[]): boolean =>
  administrator !== undefined && rightsFor(names).every((right) => hasRight(administrator, right));
