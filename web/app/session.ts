// Who is signed in.
import { signal } from "@preact/signals";
import { call, goToSignIn } from "./api.ts";

export interface Who {
  id: string;
  email: string;
  name: string;
  /** Seconds since 1970: until then the last sign-in is proof enough for what is dangerous. */
  fresh_until: number;
}

export const who = signal<Who | undefined>(undefined);

export async function loadWho(): Promise<void> {
  who.value = await call("/session");
}

/** Before a form is opened whose sending needs a fresh sign-in: nobody types what is then lost. */
export function whenFresh(work: () => void): () => void {
  return () => {
    const isFresh = who.value === undefined || who.value.fresh_until - 60 > Date.now() / 1000;
    if (isFresh) work();
    else goToSignIn("again");
  };
}
