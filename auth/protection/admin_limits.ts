// GET /admin/limits: every limit, as it is set, and how many it holds back now.
//
// What is where in this slice: admin_limits_subject.ts says what holds one account or client back, and lets it go; subject.ts reads whom
// an administrator means. admin_protection.ts shows what else keeps attackers out, and admin_passwords_test.ts tries a password.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { type Counted, limitSettings } from "../limits/held_back.ts";
import { findBudgetWait, findSpending, listCountryCounters } from "../limits/queries.ts";
import { countHeldBack } from "../limits/queries_held_back.ts";
import { budgetsOf } from "../limits/send_limits.ts";
import { LimitName, Moment, Most, Seconds, Shape, Variable, wireName } from "./limit_reply.ts";

export const getAdminLimits = endpoint({
  method: "GET",
  path: "/admin/limits",
  access: "admin",
  right: "protection:read",
  summary: "The limits, and how many each holds back now",
  reply: Type.Object({
    limits: Type.Array(
      Type.Object({
        name: LimitName,
        counts: Type.Unsafe<Counted>({
          type: "string",
          enum: ["client", "account", "user", "account_and_client", "user_and_client"],
          description: "Whose tries are counted together",
        }),
        variable: Variable,
        shape: Type.Optional(Shape),
        most: Type.Optional(Most),
        seconds: Type.Optional(Seconds),
        held_back: Type.Integer({ description: "How many are refused now" }),
        until: Type.Union([Moment, Type.Null()], { description: "When the last of them may go on" }),
      }),
      { description: "Without `most`: switched off" },
    ),
    messages: Type.Array(
      Type.Object({
        name: Type.String({ description: "mail, sms, or sms and the calling code of a country" }),
        variable: Variable,
        shape: Shape,
        most: Most,
        seconds: Seconds,
        used: Type.Integer(),
        until: Type.Union([Moment, Type.Null()], { description: "When the next may leave, where none may now" }),
      }),
      { description: "Budgets of the whole service" },
    ),
  }),
  handle: async ({ config, db, now }) => {
    const settings = limitSettings(config);
    const set = settings.flatMap(({ name, limit }) => (limit ? [{ name, limit }] : []));
    const [counted, countries] = await Promise.all([countHeldBack(db, set, now), listCountryCounters(db)]);
    const heldBack = new Map(counted.map((each) => [each.name, each]));
    const messages = await Promise.all(
      budgetsOf(config, countries).map(async ({ budget, variable }) => {
        const [used, wait] = await Promise.all([findSpending(db, budget, now), findBudgetWait(db, budget, now)]);
        const { shape, events: most, seconds } = budget.rate;
        const until = wait === undefined ? null : new Date(now.getTime() + wait * 1000).toISOString();
        return { name: budget.counter, variable: config.variableOf(variable), shape, most, seconds, used, until };
      }),
    );
    const limits = settings.map(({ name, counts, variable, limit }) => ({
      name: wireName(name),
      counts,
      variable: variable ? config.variableOf(variable) : null,
      ...(limit && { shape: limit.shape, most: limit.events, seconds: limit.spanMicroseconds / 1_000_000 }),
      held_back: heldBack.get(name)?.count ?? 0,
      until: heldBack.get(name)?.until.toISOString() ?? null,
    }));
    return { limits, messages };
  },
});
