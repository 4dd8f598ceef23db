// What somebody may do in a household.
import { householdWords } from "./household_words.ts";

export type Role = "owner" | "editor" | "viewer";

/** With their names, as a select wants them. */
export const ROLES = Object.entries(householdWords.roles) as [Role, string][];
