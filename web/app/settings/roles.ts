// What somebody may do in a household.
import { texts } from "./texts.ts";

export type Role = "owner" | "editor" | "viewer";

/** With their names, as a select wants them. */
export const ROLES = Object.entries(texts.household.roles) as [Role, string][];
