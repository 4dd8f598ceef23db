// POST /server/owner/code: whether a code makes its holder an owner. It is not used up.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { requireOwnerCode } from "../grants/owner_code.ts";
import { OwnerCodeField } from "../grants/owner_code_field.ts";

export const postServerOwnerCode = endpoint({
  method: "POST",
  path: "/server/owner/code",
  access: "public",
  limit: "serverOwner",
  summary: "Check a code that makes its holder an owner of this server",
  body: Type.Object({ code: OwnerCodeField }),
  reply: Type.Object({ expires_at: Type.String({ format: "date-time" }) }),
  refuses: [403],
  handle: async ({ body, db, now }) => ({ expires_at: (await requireOwnerCode(db, body.code, now)).expires_at.toISOString() }),
});
