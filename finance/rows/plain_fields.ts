// The plain fields of a transaction: clients set them, no rule is about them, and a series keeps them for its next rows.
import { type Settable, type SettableEdit, settableFields } from "../tables/settable.ts";
import { transactions } from "../tables/transactions.ts";

export interface PlainFields extends Settable<typeof transactions> {}
export interface PlainEdit extends SettableEdit<typeof transactions> {}

export const plainFields = settableFields(transactions);

/** Those of a row or a series, and nothing else of it. */
export const plainFieldsOf = (from: PlainFields): PlainFields => plainFields.edit({}, from);
