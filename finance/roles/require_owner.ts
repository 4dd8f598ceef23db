// What is read by owners alone. Who comes without a role is in their own space.
import type { Role } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { reaches } from "./role.ts";

export function requireOwner(role: Role | undefined): void {
  if (!reaches(role ?? "owner", "owner")) throw fail.ownersOnly();
}
