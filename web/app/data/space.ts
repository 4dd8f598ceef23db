// The open space: the user's own or a household's.
import type { Store } from "./store.ts";
import { readOpenSpace, storeSpaceId } from "./stored_space.ts";

/** Whether the user has just accepted an invitation: the invitation page sets a cookie, which is read once. */
export function takeInvitedSpace(store: Store): boolean {
  const id = /(?:^|; )cofre-open-space=(\d+)/.exec(document.cookie)?.[1];
  if (id === undefined) return false;
  // biome-ignore lint/suspicious/noDocumentCookie: the newer way is not in every browser
  document.cookie = "cofre-open-space=; Path=/; Max-Age=0; SameSite=Strict";
  storeSpaceId(id);
  store.spaceId.value = id;
  store.openSpace.value = readOpenSpace(id);
  return true;
}

/** Loads the whole page again, so that no data of one space is shown in another. */
export function chooseSpace(store: Store, id: string): void {
  storeSpaceId(id);
  store.spaceId.value = id;
  location.assign("/");
}
