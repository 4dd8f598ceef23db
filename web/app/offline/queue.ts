// New entries are put here before they are sent, so that neither a lost connection nor a closed tab loses one; their keys see to it that none is
// booked twice.
import { signal } from "@preact/signals";
import { type TakenBack, write } from "../data/api.ts";
import { owner } from "../data/session.ts";
import { space } from "../data/space.ts";
import { fateOf, type Waiting } from "../rules/queue.ts";
import type { Refusal } from "../rules/records.ts";
import type { KeptEntry } from "./encrypt.ts";
import { drop, readAll } from "./store.ts";

export const waiting = signal<Waiting[]>([]);

/** Keys of own entries that do not open any more: the server's secret was changed meanwhile. */
export const unreadable = signal<string[]>([]);

/** What was just sent from here, until the server has answered. */
export const onTheWay = signal<Waiting | undefined>(undefined);

export type Booked = { state: "sent"; undo: () => Promise<TakenBack> } | { state: "waiting" };

/** Throws the refusal where the server said no: then nothing waits. */
export async function book(path: string, body: Record<string, unknown>, key: string): Promise<Booked> {
  const entry: Waiting = { key, owner: owner() ?? "", path, body, at: Date.now() };
  onTheWay.value = entry;
  try {
    return await bookEntry(entry);
  } finally {
    onTheWay.value = undefined;
  }
}

async function bookEntry(entry: Waiting): Promise<Booked> {
  const { key, path, body } = entry;
  const isKept =
    // Of the own space alone: elsewhere one may have been removed meanwhile.
    space.value === "" &&
    entry.owner !== "" &&
    (await keepSealed(entry).then(
      () => true,
      () => false,
    ));
  try {
    const { undo } = await write("POST", path, body, key);
    await drop("queue", key).catch(() => {});
    return { state: "sent", undo };
  } catch (error) {
    if (isKept && fateOf((error as Refusal).status) === "later") {
      await showWaiting();
      return { state: "waiting" };
    }
    await drop("queue", key).catch(() => {});
    throw error;
  }
}

/** Sealing comes with what is loaded behind the first screen: nobody has booked anything by then. */
const keepSealed = async (entry: Waiting) => (await import("./encrypt.ts")).keepEntry(entry);

export async function showWaiting(): Promise<void> {
  waiting.value = (await readOwn()).sort((one, other) => one.at - other.at);
}

/** Those of others stay as they are. */
export async function readOwn(): Promise<Waiting[]> {
  const all = await readAll<KeptEntry>("queue").catch(() => []);
  const own = all.filter((each) => each.owner === owner());
  const { openEntry } = await import("./encrypt.ts");
  const opened = await Promise.all(own.map(openEntry));
  unreadable.value = own.filter((_, index) => opened[index] === undefined).map(({ key }) => key);
  return opened.filter((each) => each !== undefined);
}
