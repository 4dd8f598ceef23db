// Whether the last sign-in is recent enough for dangerous actions.
import { currentTime } from "../clock.ts";
import { askForProof } from "../data/ask.ts";
import type { Store } from "../data/store.ts";

export const isSignInRecent = (store: Store) =>
  store.user.value === undefined || store.user.value.fresh_until - 60 > currentTime().getTime() / 1000;

/** Checked before a form opens, so that nobody is interrupted while they type. */
export function whenSignInRecent(store: Store, work: () => void): () => void {
  return () => {
    if (isSignInRecent(store)) work();
    else void askForProof(store).then((isProved) => isProved && work());
  };
}
