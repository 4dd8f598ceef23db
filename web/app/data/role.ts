// What the user may do in a space of others. Loaded only there: in their own space users may do everything.
import { isImpersonation } from "../impersonation.ts";
import { noteSpaces, type SpaceRecord } from "./note_spaces.ts";
import { chooseSpace } from "./space.ts";
import type { Store } from "./store.ts";

export async function lookUpRole(store: Store): Promise<void> {
  const spaces = await readSpaces({ "x-cofre-space": store.spaceId.value });
  if (!spaces) return;
  noteSpaces(store, spaces);
  store.isReadOnly.value = isImpersonation() || spaces.find(({ current }) => current)?.role === "viewer";
}

/** After a refusal: goes to the user's own space if they were removed from this one, else looks up their role again. */
export async function followRemoval(store: Store): Promise<void> {
  const spaces = await readSpaces({});
  if (spaces && !spaces.some(({ id }) => String(id) === store.spaceId.value)) return chooseSpace(store, "");
  await lookUpRole(store);
}

/** Not by `call`, which asks for the role again after a refusal. */
async function readSpaces(headers: Record<string, string>): Promise<SpaceRecord[] | undefined> {
  const response = await fetch("/api/finance/spaces", { headers: { accept: "application/json", ...headers } });
  return response.ok ? ((await response.json()) as SpaceRecord[]) : undefined;
}
