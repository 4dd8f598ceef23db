// GET, POST /transfers and GET, PUT, DELETE /transfers/:id: money that moves between accounts, as two transactions that mirror each other.
// The trap is in the names: credit_account_id is where the money LEAVES, debit_account_id where it ARRIVES.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { NOTES_BODY_BYTES } from "../fields/schemas.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { presentTransaction, TransactionReply } from "../rows/row.ts";
import { LIST_HEADERS, listTransactions, TransfersQuery } from "../transactions/list.ts";
import { changeTransfer, findLeg, removeTransfer, TransferBody } from "./change.ts";
import { createTransfer, NewTransferBody } from "./create.ts";
import { FROM_NAMES, TO_NAMES } from "./sides.ts";

const TransferPath = Type.Object({ id: Type.String({ description: "Of either leg" }) });
const readId = (params: { id: string }) => readPathId(params.id, Number.MAX_SAFE_INTEGER);

export const getTransfers = endpoint({
  method: "GET",
  path: "/transfers",
  access: "reader",
  summary: "The transfers of whole months, the current one unless given, newest first; both legs of each",
  query: TransfersQuery,
  readsFields: true,
  reply: Type.Array(TransactionReply),
  replyHeaders: LIST_HEADERS,
  handle: (input) => listTransactions(input, { onlyTransfers: true }),
});

export const postTransfers = writeEndpoint({
  method: "POST",
  path: "/transfers",
  summary:
    "Transfer money. MIND THE DIRECTION: it LEAVES credit_account_id and ARRIVES on debit_account_id; from_account_id and " +
    "to_account_id cannot be misread. The leg that goes out is answered",
  body: NewTransferBody,
  alsoReads: ["recurrence_attributes", "installments_attributes"],
  bodyLimitBytes: NOTES_BODY_BYTES,
  reply: TransactionReply,
  status: 201,
  handle: createTransfer,
});

export const getTransfer = endpoint({
  method: "GET",
  path: "/transfers/:id",
  access: "reader",
  summary: "One leg of a transfer",
  params: TransferPath,
  reply: TransactionReply,
  handle: async ({ params, db, caller }) => {
    const leg = await findLeg(db, caller.spaceId, readId(params));
    if (!leg) throw fail.recordUnknown();
    return presentTransaction(leg, caller.timeZone);
  },
});

export const putTransfer = writeEndpoint<{ id: string }>({
  method: "PUT",
  path: "/transfers/:id",
  summary: "Change both legs of a transfer; what is absent stays as it is. The leg that was named is answered",
  params: TransferPath,
  body: TransferBody,
  alsoReads: [...FROM_NAMES, ...TO_NAMES],
  bodyLimitBytes: NOTES_BODY_BYTES,
  reply: TransactionReply,
  handle: (input) => changeTransfer(input, readId(input.params)),
});

export const deleteTransfer = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/transfers/:id",
  summary: "Delete both legs of a transfer; the one that went out is answered",
  params: TransferPath,
  body: Type.Object({}),
  reply: Type.Object({ ...TransactionReply.properties, deleted: Type.Boolean() }),
  handle: (input) => removeTransfer(input, readId(input.params)),
});
