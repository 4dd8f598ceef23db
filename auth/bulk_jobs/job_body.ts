// What a request says of a new bulk job. Names that are misspelt are refused: without them, other users or another act would be meant.
import { type Static, Type } from "typebox";
import type { Request } from "../../kernel/http/endpoint.ts";
import type { AdminInput } from "../admin/create_user.ts";
import { filterQuery } from "../admin/filters.ts";
import { fail } from "../errors.ts";
import { readReason } from "../grants/reason.ts";
import { BanDurationField, bannedUntil, readBanDuration } from "../users/ban.ts";
import { isTooLarge } from "../users/metadata.ts";
import { BULK_ACT_NAMES, type BulkAct } from "./acts.ts";
import type { JobParameters } from "./job.ts";
import { type Selection, selectByFilter, selectByIds } from "./queries_selection.ts";

/** A body has at most 5000 keys and items. */
const MOST_IDS = 4_000;
const CLOSED = { additionalProperties: false };

export const Reason = Type.Optional(
  Type.String({ maxLength: 500, description: "Why, where the header Audit-Reason does not say it" }),
);

export const JobBody = Type.Object(
  {
    act: Type.Unsafe<BulkAct>({ type: "string", enum: [...BULK_ACT_NAMES] }),
    ban_duration: Type.Optional(BanDurationField),
    app_metadata: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "Of set_app_metadata: merged key by key, null deletes a key" }),
    ),
    users: Type.Object(
      {
        ids: Type.Optional(Type.Array(Type.String({ format: "uuid" }), { minItems: 1, maxItems: MOST_IDS })),
        filter: Type.Optional(Type.Object(filterQuery, { ...CLOSED, description: "As of GET /admin/users; at least one" })),
      },
      { ...CLOSED, description: "Whom it means, by ids or by a filter. They are fixed when the job is created" },
    ),
    reason: Reason,
    dry_run: Type.Optional(Type.Boolean({ description: "Says whom it would mean, and changes nothing" })),
  },
  CLOSED,
);

export type JobBody = Static<typeof JobBody>;

export function readParameters({ act, ban_duration: duration, app_metadata: metadata }: JobBody, now: Date): JobParameters {
  refuseUnless(act === "ban" || duration === undefined, "ban_duration", "goes with the act ban");
  refuseUnless(act === "set_app_metadata" || metadata === undefined, "app_metadata", "goes with the act set_app_metadata");
  if (act === "ban") {
    const until = bannedUntil(now, readBanDuration(duration || "none"));
    if (until === null) throw fail.invalid({ values: { field: "ban_duration", problem: "must say how long, such as 24h" } });
    return { banned_until: until.toISOString() };
  }
  if (act !== "set_app_metadata") return {};
  refuseUnless(Object.keys(metadata ?? {}).length > 0, "app_metadata", "must have a key");
  if (isTooLarge(metadata ?? {})) throw fail.appMetadataTooLarge();
  return { app_metadata: metadata ?? {} };
}

function refuseUnless(isFine: boolean, field: string, problem: string): void {
  if (!isFine) throw fail.invalid({ values: { field, problem } });
}

export function readSelection({ users: { ids, filter } }: JobBody, now: Date): Selection {
  refuseUnless((ids === undefined) !== (filter === undefined), "users", "must have either ids or a filter");
  if (ids !== undefined) return selectByIds(ids);
  const conditions = Object.entries(filter ?? {}).filter(([, value]) => value !== undefined);
  // A filter that says nothing would mean everybody.
  refuseUnless(conditions.length > 0, "users.filter", "must have a condition");
  for (const [name, value] of conditions) refuseUnless(String(value).trim() !== "", `users.filter.${name}`, "is empty");
  return selectByFilter(Object.fromEntries(conditions), now);
}

/** The header comes first, as for every other act. */
export function withReason<Input extends AdminInput<{ reason?: string }>>(input: Input): Input {
  const { reason = "" } = input.body;
  if (readReason(input.request) !== null || reason.trim() === "") return input;
  const headers = { ...input.request.headers, "audit-reason": encodeURIComponent(reason) };
  const request: Request = { ...input.request, headers };
  return { ...input, request };
}
