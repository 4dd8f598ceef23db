// What a request says of an API key, and how keys are shown.
import { type Static, Type } from "typebox";
import { isNetwork } from "../../kernel/config/formats.ts";
import { fail } from "../errors.ts";
import { type Administrator, hasRight } from "../grants/administrator.ts";
import { ALL_RIGHTS, isForKeys, type Right } from "../grants/rights.ts";
import type { ApiKey } from "./queries.ts";

const DEFAULT_DAYS = 90;
const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

export const ExpiresInDays = Type.Optional(
  Type.Integer({ minimum: 1, maximum: MOST_DAYS, description: `${DEFAULT_DAYS} unless granted` }),
);

export const KeyBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, description: "What it is for. No two keys have the same" }),
  rights: Type.Array(Type.String({ maxLength: 50 }), {
    minItems: 1,
    maxItems: 100,
    description: "Such as users:read. users:* stands for all of users, * for all that the caller has",
  }),
  networks: Type.Optional(
    Type.Array(Type.String({ maxLength: 50 }), {
      maxItems: 50,
      description: "Addresses, or ranges such as 10.0.0.0/8, where it may be used; anywhere unless given",
    }),
  ),
  expires_in_days: ExpiresInDays,
});

export function expiryOf(days: number | undefined, now: Date): Date {
  return new Date(now.getTime() + (days ?? DEFAULT_DAYS) * DAY_MS);
}

export function readName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === "") throw fail.invalid({ values: { field: "name", problem: "is empty" } });
  return trimmed;
}

export function readNetworks(networks: readonly string[] = []): readonly string[] {
  const unfit = networks.find((each) => !isNetwork(each));
  if (unfit !== undefined)
    throw fail.invalid({ values: { field: "networks", problem: `has ${unfit}, which is no address or range` } });
  return networks;
}

export function requireRights(rights: readonly Right[], administrator: Administrator | undefined): void {
  const missing = rights.find((right) => administrator === undefined || !hasRight(administrator, right));
  if (missing !== undefined) throw fail.apiKeyRightsTooMany({ values: { right: missing } });
}

/** Nobody gives a key more than they have. */
export function readRights(wanted: readonly string[], administrator: Administrator | undefined): Right[] {
  const mayGive = (right: Right) => isForKeys(right) && administrator !== undefined && hasRight(administrator, right);
  const rights = new Set<Right>();
  for (const each of wanted) {
    const [resource] = each.split(":*");
    const meant = ALL_RIGHTS.filter(
      (right) => each === "*" || right === each || (each.endsWith(":*") && right.startsWith(`${resource}:`)),
    );
    if (meant.length === 0) throw fail.invalid({ values: { field: "rights", problem: `has ${each}, which is no right` } });
    const granted = meant.filter(mayGive);
    if (granted.length === 0) throw fail.apiKeyRightsTooMany({ values: { right: each } });
    for (const right of granted) rights.add(right);
  }
  return [...rights].toSorted();
}

const Moment = Type.String({ format: "date-time" });

export const KeyReply = Type.Object({
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  starts_with: Type.String({ description: "The first characters of the key" }),
  rights: Type.Array(Type.String({ enum: ALL_RIGHTS })),
  networks: Type.Array(Type.String()),
  created_by: Type.Union([Type.String({ format: "uuid" }), Type.Null()], { description: "Null where no user created it" }),
  created_at: Moment,
  expires_at: Moment,
  old_key_until: Type.Union([Moment, Type.Null()], { description: "After a rotation the old key is good until then" }),
  last_used_at: Type.Union([Moment, Type.Null()], { description: "To the minute" }),
  last_used_ip: Type.Union([Type.String(), Type.Null()]),
});

export const KeyWithSecret = Type.Object({
  ...KeyReply.properties,
  key: Type.String({ description: "Shown in this answer alone" }),
});

export function presentKey(key: ApiKey): Static<typeof KeyReply> {
  return {
    id: key.id,
    name: key.name,
    starts_with: key.shown_start,
    rights: key.rights,
    networks: key.networks,
    created_by: key.created_by,
    created_at: key.created_at.toISOString(),
    expires_at: key.expires_at.toISOString(),
    old_key_until: key.old_secret_until?.toISOString() ?? null,
    last_used_at: key.last_used_at?.toISOString() ?? null,
    last_used_ip: key.last_used_ip,
  };
}
