// Who is signed in, and who was at the last connection.
import { clear, put, readOne } from "../offline/database.ts";
import { call } from "./api.ts";
import type { Store, User } from "./store.ts";

/** The user whose entries may be booked and sent here. */
export const owner = (store: Store): string | undefined => store.user.value?.id ?? store.lastOwner;

/** Called at start and before `loadUser`, which compares. */
export async function recallOwner(store: Store): Promise<void> {
  const fact = await readOne<{ value: string }>("facts", "owner").catch(() => undefined);
  store.lastOwner = fact?.value;
}

export async function loadUser(store: Store): Promise<void> {
  const { entries_key: key, ...user } = await call<User & { entries_key: string }>(store, "/session");
  store.user.value = user;
  // The browser stays the administrator's.
  if (user.impersonated_until !== undefined) return;
  const keyStored = import("../offline/encrypt.ts").then((encryption) => encryption.setEntriesKey(user.id, key)).catch(() => {});
  if (store.lastOwner !== undefined && store.lastOwner !== user.id) await clear("answers").catch(() => {});
  await put("facts", { name: "owner", value: user.id }).catch(() => {});
  await keyStored;
}
