// POST /admin/users/:id/impersonations: an administrator sees an account as its user does, for half an hour and without changing anything.
// There is no refresh token, the access token names the administrator in `act`, and the user gets a mail.
import { Type } from "typebox";
import { adminActOf, logAdminAct } from "../admin/admin_act.ts";
import { readUserId } from "../admin/user_body.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { listRoles } from "../grants/queries.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import { IMPERSONATION } from "../keys/impersonator.ts";
import { notify } from "../outbox/notify.ts";
import { newSession } from "../sessions/new_session.ts";
import { openSession } from "../sessions/queries.ts";
import { presentImpersonation, SessionReply } from "../sessions/session.ts";
import { isBanned } from "../users/ban.ts";
import { lockUser } from "../users/queries.ts";
import { spendSupportCode } from "./queries.ts";
import { hashOfSupportCode } from "./support_code.ts";

const LONGEST_SECONDS = 30 * 60;

const { refresh_token: _, ...reply } = SessionReply.properties;

export const postAdminUserImpersonations = endpoint({
  method: "POST",
  path: "/admin/users/:id/impersonations",
  access: "admin",
  right: "users:impersonate",
  summary: "See an account as its user does, for at most 30 minutes, and change nothing",
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({
    support_code: Type.Optional(Type.String({ maxLength: 40, description: "From the user, where the server demands it" })),
  }),
  reply: Type.Object(reply),
  refuses: [403, 404, 422],
  handle: async ({ params, body, ...input }) => {
    const { caller, config, db, now } = input;
    if (!config.impersonationEnabled) throw fail.impersonationDisabled();
    const impersonator = caller.administrator?.kind === "user" ? caller.userId : undefined;
    if (impersonator === undefined) throw fail.impersonatorMissing();
    const id = readUserId(params.id);
    const session = await db.transaction(async (tx) => {
      const user = await lockUser(tx, id);
      if (!user) throw fail.userUnknown();
      const isAdministrator = (await listRoles(tx, id)).length > 0 || config.jwtAdminRoles.includes(user.role);
      if (isAdministrator) throw fail.administratorImpersonated();
      if (isBanned(user.banned_until, now)) throw fail.callerBanned();
      const isConsented =
        !config.impersonationSupportCodeRequired ||
        (await spendSupportCode(tx, id, hashOfSupportCode(body.support_code ?? ""), now));
      if (!isConsented) throw fail.supportCodeInvalid();
      const notAfter = new Date(now.getTime() + LONGEST_SECONDS * 1000);
      // The user's own sessions stay, however many there may be.
      const opened = await openSession(tx, id, {
        ...newSession({ ...input }, IMPERSONATION),
        device: undefined,
        most: 0,
        notAfter,
      });
      await Promise.all([
        logAdminAct(tx, adminActOf(input), "user_impersonated", user, {
          traits: { session_id: opened.session_id, until: notAfter.toISOString() },
        }),
        // The request is the administrator's, so its language says nothing of the user's.
        notify(tx, { ...input, request: { headers: {} } }, user, { what: "impersonated" }),
      ]);
      return opened;
    });
    const user = await findUserWithIdentities(db, id);
    if (!user) throw fail.userUnknown();
    return presentImpersonation({ ...user, ...session }, input, impersonator);
  },
});
