// Whether the last sign-in is recent enough for dangerous actions.
import { currentTime } from "../clock.ts";
import { goToSignIn } from "../data/ask.ts";
import type { Store } from "../data/store.ts";

export const isSignInRecent = (store: Store) =>
  store.user.value === undefined || store.user.value.fresh_until - 60 > currentTime().getTime() / 1000;

/** Checked before a form opens, so that nobody loses what they typed. */
export function whenSignInRecent(store: Store, work: () => void): () => void {
  return () => {
    if (isSignInRecent(store)) work();
    else goToSignIn("again");
  };
}
