// Who is signed in.
import { signal } from "@preact/signals";
import { call } from "./api.ts";

export const who = signal<{ id: string; email: string; name: string } | undefined>(undefined);

export async function loadWho(): Promise<void> {
  who.value = await call("/session");
}
