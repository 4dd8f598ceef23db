// The state of a user, as a badge.
import { stateOf, type User } from "./user_record.ts";
import { usersWords } from "./words.ts";

const SIGNS = { confirmed: "paid", unconfirmed: "partial", banned: "overdue", anonymous: "", sso: "paid", deleted: "overdue" };

export function State({ user, now }: { user: User; now: Date }) {
  const state = stateOf(user, now);
  return <span class={`status ${SIGNS[state]}`}>{usersWords.states[state]}</span>;
}
