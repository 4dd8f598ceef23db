// The space itself: what is the default in it, and how far it reaches.
import { WEEKENDS } from "../calendar/months.ts";
import { day, id, integer, oneOf, orNull } from "./kinds.ts";
import { table } from "./table.ts";

/** What posts may set. */
export const spaces = table({
  entity: "space",
  key: ["space_id"],
  columns: {
    default_account_id: { kind: orNull(id), refersTo: "accounts" },
    default_credit_card_id: { kind: orNull(id), refersTo: "credit_cards" },
    default_expenses_category_id: { kind: id, refersTo: "categories" },
    default_earnings_category_id: { kind: id, refersTo: "categories" },
    transfers_category_id: { kind: id, refersTo: "categories" },
    payments_category_id: { kind: id, refersTo: "categories" },
    /** Every fixed series has its rows up to this day. */
    extended_through: { kind: day },
    /** On which day months begin, in all time. */
    month_start_day: { kind: integer(1, 31), since: "0.4.0", absent: 1 },
    month_start_weekend: { kind: oneOf(...WEEKENDS), since: "0.4.0", absent: "same" },
  },
});

export const SPACE_COLUMNS = Object.keys(spaces.columns) as (keyof typeof spaces.columns)[];
