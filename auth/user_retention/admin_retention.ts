// GET /admin/retention: the rules about accounts that nobody uses, and whom they would mean today, also with other values.
import { Type } from "typebox";
import { planFreshly } from "../admin/queries_follow.ts";
import { endpoint } from "../endpoint.ts";
import { isDormant, isUnconfirmed, previewMatching } from "./queries.ts";
import { type RetentionRules, rulesOf } from "./rule.ts";

const MOST_COUNTED = 10_000;
const SAMPLE = 10;

const UP_TO_3650 = "[1-9][0-9]{2}|[12][0-9]{3}|3[0-5][0-9]{2}|36[0-4][0-9]|3650";
const Days = (few: string, description: string) =>
  Type.Optional(Type.String({ pattern: `^(0|${few}|${UP_TO_3650})$`, description }));
const Flag = Type.Optional(Type.Unsafe<"true" | "false">({ type: "string", enum: ["true", "false"] }));
const MayBeText = Type.Union([Type.String(), Type.Null()]);

const Matches = Type.Object({
  count: Type.Integer({ description: `Exact up to ${MOST_COUNTED}` }),
  is_more: Type.Boolean(),
  sample: Type.Array(Type.Object({ id: Type.String({ format: "uuid" }), email: MayBeText, phone: MayBeText })),
});

export const getAdminRetention = endpoint({
  method: "GET",
  path: "/admin/retention",
  access: "admin",
  right: () => ["maintenance:read", "users:read"],
  summary: "Whom the rules about accounts that nobody uses mean, with the values of now or with others; it changes nothing",
  query: Type.Object({
    unconfirmed_days: Days("[1-9][0-9]?", "As RETENTION_UNCONFIRMED_DAYS; the value of now unless given"),
    dormant_days: Days("[3-9][0-9]", "As RETENTION_DORMANT_DAYS: 0, or 30 and more"),
    anonymous: Flag,
    sso: Flag,
  }),
  reply: Type.Object({
    rules: Type.Object({
      unconfirmed_days: Type.Integer(),
      dormant_days: Type.Integer(),
      notice_days: Type.Integer(),
      anonymous: Type.Boolean(),
      sso: Type.Boolean(),
    }),
    unconfirmed: Matches,
    dormant: Matches,
  }),
  handle: async ({ query, config, db, now }) => {
    const stored = rulesOf(config);
    const rules: RetentionRules = {
      ...stored,
      unconfirmedDays: Number(query.unconfirmed_days ?? stored.unconfirmedDays),
      dormantDays: Number(query.dormant_days ?? stored.dormantDays),
      withAnonymous: query.anonymous === undefined ? stored.withAnonymous : query.anonymous === "true",
      withSso: query.sso === undefined ? stored.withSso : query.sso === "true",
    };
    return db.transaction(async (tx) => {
      await planFreshly(tx);
      const preview = async (isOn: boolean, condition: Parameters<typeof previewMatching>[1]) => {
        if (!isOn) return { count: 0, is_more: false, sample: [] };
        const { count, sample } = await previewMatching(tx, condition, { most: MOST_COUNTED, shown: SAMPLE });
        return { count: Math.min(count, MOST_COUNTED), is_more: count > MOST_COUNTED, sample };
      };
      return {
        rules: {
          unconfirmed_days: rules.unconfirmedDays,
          dormant_days: rules.dormantDays,
          notice_days: rules.noticeDays,
          anonymous: rules.withAnonymous,
          sso: rules.withSso,
        },
        unconfirmed: await preview(rules.unconfirmedDays > 0, isUnconfirmed(rules, now)),
        dormant: await preview(rules.dormantDays > 0, isDormant(rules, rules.dormantDays, now)),
      };
    });
  },
});
