// PUT /accounts/:id/unarchive: new rows on the account again.
import { Type } from "typebox";
import { readPathId } from "../fields/path_id.ts";
import { valid } from "../fields/with_problems.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { AccountReply } from "./account.ts";
import { changeAccount } from "./save_account.ts";

export const putAccountUnarchive = writeEndpoint<{ id: string }>({
  method: "PUT",
  path: "/accounts/:id/unarchive",
  summary: "Open an archived account again",
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({}),
  reply: AccountReply,
  handle: (input) =>
    changeAccount(input, readPathId(input.params.id), (account) =>
      valid({ fields: { ...account, archived: false }, becomesDefault: false }),
    ),
});
