// Whether the last sign-in is proof enough for what is dangerous.

import { currentTime } from "../clock.ts";
import { goToSignIn } from "../data/api.ts";
import { who } from "../data/session.ts";

export const isFresh = () => who.value === undefined || who.value.fresh_until - 60 > currentTime().getTime() / 1000;

/** Before a form is opened whose sending needs a fresh sign-in: nobody types what is then lost. */
export function whenFresh(work: () => void): () => void {
  return () => {
    if (isFresh()) work();
    else goToSignIn("again");
  };
}
