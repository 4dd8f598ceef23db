// Choices that follow the user to every browser: one JSON object of finance. Those of one browser are in preferences.ts.
import { call, write } from "./api.ts";
import { resource } from "./replies.ts";
import type { Store } from "./store.ts";

export type UserPreferences = Readonly<Record<string, unknown>>;

export async function readUserPreferences(store: Store): Promise<UserPreferences> {
  return (await call<{ preferences: UserPreferences }>(store, "/api/finance/preferences")).preferences;
}

/** Reads first, because a write replaces all of them. `undefined` removes a choice. */
export async function changeUserPreferences(store: Store, change: UserPreferences): Promise<void> {
  const preferences = { ...(await readUserPreferences(store)), ...change };
  const { record } = await write<{ preferences: UserPreferences }>(store, "PUT", "/preferences", { preferences });
  // At once, because what is on the screen may depend on them.
  resource(store, "/preferences").value = { data: record };
}
