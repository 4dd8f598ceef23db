// PUT /accounts/:id/archive: no new rows on the account. The default passes on to the oldest open one.
import { Type } from "typebox";
import { readPathId } from "../fields/path_id.ts";
import { valid } from "../fields/with_problems.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { AccountReply } from "./account.ts";
import { changeAccount } from "./save_account.ts";

export const putAccountArchive = writeEndpoint<{ id: string }>({
  method: "PUT",
  path: "/accounts/:id/archive",
  summary: "Archive an account: it keeps its history and takes nothing new",
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({}),
  reply: AccountReply,
  handle: (input) =>
    changeAccount(input, readPathId(input.params.id), (account) =>
      valid({ fields: { ...account, archived: true }, becomesDefault: false }),
    ),
});
