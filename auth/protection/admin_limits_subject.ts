// GET, DELETE /admin/limits/subject: what holds an account or a client back, and letting it go.
import { Type } from "typebox";
import { type AdminAct, adminActOf } from "../admin/admin_act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { hasRight } from "../grants/administrator.ts";
import { requireOutranks } from "../grants/outrank.ts";
import { endPauses, listPauseEnds } from "../limits/queries.ts";
import { deleteTries, listUse, type Use } from "../limits/queries_held_back.ts";
import { lockUser } from "../users/queries.ts";
import { LimitName, Moment, Most, wireName } from "./limit_reply.ts";
import type { Person } from "./queries.ts";
import { findSubject, type NamedSubject, Subject } from "./subject.ts";

export const getAdminLimitsSubject = endpoint({
  method: "GET",
  path: "/admin/limits/subject",
  access: "admin",
  right: "protection:read",
  summary: "What holds back an account, a client, or an account at one client",
  query: Subject,
  reply: Type.Object({
    user_id: Type.Union([Type.String({ format: "uuid" }), Type.Null()], {
      description: "Whose account it is; null: nobody's, or the caller may not read users",
    }),
    limits: Type.Array(
      Type.Object({
        name: LimitName,
        used: Type.Integer({ description: "By the client that used most, where each counts for itself" }),
        most: Most,
        clients: Type.Optional(Type.Integer({ description: "How many tried, where each counts for itself" })),
        until: Type.Union([Moment, Type.Null()], { description: "When it may go on, where it is held back" }),
      }),
      { description: "Those of which something was used" },
    ),
    pauses: Type.Array(Type.Object({ message: Type.String({ description: "What a message is about" }), until: Moment }), {
      description: "Until when no further message of a kind leaves for this address",
    }),
  }),
  refuses: [404, 422],
  handle: async ({ query, caller, ...world }) => {
    const { db, now } = world;
    const { person, client, spans, pauses } = await findSubject(db, world, query);
    const [uses, ends] = await Promise.all([
      listUse(db, spans, now),
      listPauseEnds(
        db,
        pauses.map(({ pause }) => pause),
        now,
      ),
    ]);
    const limits = spans.flatMap(({ name, limit, from, to }, span) => {
      const own = uses.filter((use) => use.span === span && use.used > 0);
      if (own.length === 0) return [];
      const used = Math.max(...own.map((use) => use.used));
      const clients = client === undefined && !from.equals(to) ? { clients: own.length } : {};
      return [{ name: wireName(name), used, most: limit.events, ...clients, until: lastOf(own) }];
    });
    const lasting = ends.map(({ index, until }) => ({ message: pauses[index]?.message ?? "", until: until.toISOString() }));
    const mayKnow = caller.administrator !== undefined && hasRight(caller.administrator, "users:read");
    return { user_id: (mayKnow && person?.id) || null, limits, pauses: lasting };
  },
});

function lastOf(uses: readonly Use[]): string | null {
  const last = Math.max(...uses.map(({ until }) => until?.getTime() ?? 0));
  return last === 0 ? null : new Date(last).toISOString();
}

export const deleteAdminLimitsSubject = endpoint({
  method: "DELETE",
  path: "/admin/limits/subject",
  access: "admin",
  right: "limits:release",
  summary: "Let an account or a client go: what it has tried is forgotten, and pauses of messages are over",
  body: Subject,
  reply: Type.Object({ released: Type.Integer({ description: "How many limits counted something" }) }),
  refuses: [403, 404, 422],
  handle: async ({ body, ...input }) => {
    const { caller, db } = input;
    const act = adminActOf(input);
    return db.transaction(async (tx) => {
      const subject = await findSubject(tx, input, body);
      const { person, spans, pauses } = subject;
      // More guesses at the password of an administrator are not for those below them.
      if (person) {
        await lockUser(tx, person.id);
        await requireOutranks(tx, caller.administrator, person.id);
      }
      const released = await deleteTries(tx, spans);
      await endPauses(
        tx,
        pauses.map(({ pause }) => pause),
      );
      await log(tx, act, subject);
      return { released };
    });
  },
});

/** An address that is nobody's is not written down: nothing would ever forget it. */
async function log(tx: Parameters<typeof logAct>[0], act: AdminAct, { person, client }: NamedSubject): Promise<void> {
  const traits = { ...(person && traitsOf(person)), ...(client !== undefined && { client }) };
  await logAct(tx, act, { action: "limit_released", actor: act.actor, traits });
}

const traitsOf = ({ id, email, phone }: Person) => ({
  user_id: id,
  ...(email !== null && { user_email: email }),
  ...(phone !== null && { user_phone: phone }),
});
