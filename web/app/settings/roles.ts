// Roles in a household.
import { householdWords } from "./household_words.ts";

export type Role = "owner" | "editor" | "viewer";

/** With their names, as options of a select. */
export const ROLES = Object.entries(householdWords.roles) as [Role, string][];
