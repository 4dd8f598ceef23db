// Whether the last sign-in is recent enough for dangerous actions.

import { currentTime } from "../clock.ts";
import { goToSignIn } from "../data/api.ts";
import { who } from "../data/session.ts";

export const isSignInRecent = () => who.value === undefined || who.value.fresh_until - 60 > currentTime().getTime() / 1000;

/** Checked before a form opens, so that nobody loses what they typed. */
export function whenSignInRecent(work: () => void): () => void {
  return () => {
    if (isSignInRecent()) work();
    else goToSignIn("again");
  };
}
