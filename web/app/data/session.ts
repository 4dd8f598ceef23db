// Who is signed in, and who was at the last connection.
import { signal } from "@preact/signals";
import { clear, put, readOne } from "../offline/store.ts";
import { call } from "./api.ts";

export interface Who {
  id: string;
  email: string;
  name: string;
  /** Seconds since 1970: until then the last sign-in is recent enough for dangerous actions. */
  fresh_until: number;
}

export const who = signal<Who | undefined>(undefined);

let lastOwner: string | undefined;

/** The user whose entries may be booked and sent here. */
export const owner = (): string | undefined => who.value?.id ?? lastOwner;

/** Read at start: without a connection an entry waits under this user's id. */
const recalled = readOne<{ value: string }>("facts", "owner")
  .catch(() => undefined)
  .then((fact) => {
    lastOwner = fact?.value;
  });

export async function loadWho(): Promise<void> {
  await recalled;
  const { entries_key: key, ...session } = await call<Who & { entries_key: string }>("/session");
  who.value = session;
  const keyStored = import("../offline/encrypt.ts").then((seal) => seal.setEntriesKey(session.id, key)).catch(() => {});
  if (lastOwner !== undefined && lastOwner !== who.value.id) await clear("answers").catch(() => {});
  await put("facts", { name: "owner", value: who.value.id }).catch(() => {});
  await keyStored;
}
