// Whether the last sign-in is proof enough for what is dangerous.

import { currentTime } from "../clock.ts";
import { goToSignIn } from "../data/api.ts";
import { who } from "../data/session.ts";

export const isSignInRecent = () => who.value === undefined || who.value.fresh_until - 60 > currentTime().getTime() / 1000;

/** Before a form is opened whose sending needs a fresh sign-in: nobody types what is then lost. */
export function whenSignInRecent(work: () => void): () => void {
  return () => {
    if (isSignInRecent()) work();
    else goToSignIn("again");
  };
}
