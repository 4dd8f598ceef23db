// GET, POST /transactions and GET, PUT, DELETE /transactions/:id: income and expenses. create.ts books: new_transaction.ts reads the
// input, find_target.ts finds its account or card, and new_rows.ts makes the rows. change.ts and remove.ts change and delete
// (edit_request.ts, plan_edit.ts, edit_row.ts, edit_series.ts; pair.ts for transfers). list.ts lists.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { NOTES_BODY_BYTES } from "../fields/schemas.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { findRow } from "../rows/queries_list.ts";
import { presentTransaction, TransactionReply } from "../rows/row.ts";
import { changeTransaction, ScopeFields, TransactionBody } from "./change.ts";
import { createTransaction } from "./create.ts";
import { LIST_HEADERS, listTransactions, TransactionsQuery } from "./list.ts";
import { NewTransactionBody } from "./new_transaction.ts";
import { removeTransaction } from "./remove.ts";

const TransactionPath = Type.Object({ id: Type.String() });
const readId = (params: { id: string }) => readPathId(params.id, Number.MAX_SAFE_INTEGER);

export const getTransactions = endpoint({
  method: "GET",
  path: "/transactions",
  access: "reader",
  summary: "The transactions of whole months, the current one unless given, newest first",
  query: TransactionsQuery,
  readsFields: true,
  reply: Type.Array(TransactionReply),
  replyHeaders: LIST_HEADERS,
  handle: (input) => listTransactions(input),
});

export const postTransactions = writeEndpoint({
  method: "POST",
  path: "/transactions",
  summary: "Create a transaction: a single one, a fixed one that recurs, or one in instalments, whose first is answered",
  body: NewTransactionBody,
  bodyLimitBytes: NOTES_BODY_BYTES,
  reply: TransactionReply,
  status: 201,
  handle: createTransaction,
});

export const getTransaction = endpoint({
  method: "GET",
  path: "/transactions/:id",
  access: "reader",
  summary: "A transaction",
  params: TransactionPath,
  reply: TransactionReply,
  handle: async ({ params, db, caller }) => {
    const row = await findRow(db, caller.spaceId, readId(params));
    if (!row) throw fail.recordUnknown();
    return presentTransaction(row, caller.timeZone);
  },
});

export const putTransaction = writeEndpoint<{ id: string }>({
  method: "PUT",
  path: "/transactions/:id",
  summary: "Change a transaction; what is absent stays as it is, and a positive amount keeps the direction",
  params: TransactionPath,
  body: TransactionBody,
  bodyLimitBytes: NOTES_BODY_BYTES,
  reply: TransactionReply,
  refuses: [409],
  handle: (input) => changeTransaction(input, readId(input.params)),
});

export const deleteTransaction = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/transactions/:id",
  summary: "Delete a transaction; of a transfer both legs go",
  params: TransactionPath,
  body: Type.Object(ScopeFields),
  reply: TransactionReply,
  handle: (input) => removeTransaction(input, readId(input.params)),
});
