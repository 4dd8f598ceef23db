// What is read by owners alone. Who comes without a role is in their own space.
import { fail } from "../errors.ts";
import { type Role, reaches } from "./role.ts";

export function demandOwner(role: Role | undefined): void {
  if (!reaches(role ?? "owner", "owner")) throw fail.ownersOnly();
}
