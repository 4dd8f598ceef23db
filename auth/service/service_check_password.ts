// POST /service/check_password: whose address and password these are, by the rules of the password grant.
// Opens no session and writes no sign-in: finance asks it for callers who send their password with every request.
import { isIP } from "node:net";
import { Type } from "typebox";
import { readAddress } from "../../kernel/http/client_address.ts";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { settleTries } from "../limits/queries_tries.ts";
import { checkPassword } from "../sign_in/check_password.ts";
import { NeededEmailField } from "../users/address.ts";
import { presentUser, UserReply } from "../users/user.ts";
import { findCheckedUser } from "./queries.ts";

export const serviceCheckPassword = endpoint({
  method: "POST",
  path: "/service/check_password",
  access: "admin",
  right: "service:use",
  summary: "Check an email address and a password without signing in",
  body: documentedOnly(
    Type.Object({
      email: Type.Optional(NeededEmailField),
      password: Type.Optional(Type.String()),
      ip: Type.Optional(
        documentedOnly(Type.String({ description: "The address that the password came from: wrong ones are counted for it" }), {
          anyOf: [{ format: "ipv4" }, { format: "ipv6" }],
        }),
      ),
    }),
    { required: ["email"] },
  ),
  reply: Type.Object({ user: UserReply }),
  refuses: [422, 429],
  handle: async ({ body, ...input }) => {
    const { db, now } = input;
    if (body.ip !== undefined && !isIP(body.ip)) throw fail.clientAddressInvalid();
    const checked = await checkPassword({ ...input, body, client: body.ip && readAddress(body.ip) });
    const user = await findCheckedUser(db, checked.user, now);
    if (!user) throw fail.credentialsInvalid();
    await db.transaction((tx) => settleTries(tx, checked.tries));
    return { user: presentUser(user) };
  },
});
