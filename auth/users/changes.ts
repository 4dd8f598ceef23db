// What other services have to hear of: a CTE of the statement that does it to a user writes it down.
export { type UserChange, userChange } from "./queries_changes.ts";
