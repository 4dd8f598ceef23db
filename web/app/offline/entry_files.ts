// A new entry with its receipts: they are kept before it is sent, and sent once it is booked.
import { newKey } from "../data/api.ts";
import type { Store } from "../data/store.ts";
import { attachmentWords } from "../ledger/attachment_words.ts";
import { outcomeOf, type WaitingEntry } from "../rules/queue.ts";
import type { Refusal } from "../rules/records.ts";
import { ownRefusal } from "../ui/use_sending.ts";
import { type Booking, bookEntry } from "./book_entry.ts";
import { forgetFilesOf, giveTransaction, keepFiles } from "./files.ts";
import { sendFiles } from "./send_files.ts";

/** Throws the refusal if the server refused, or if the receipts cannot wait for a connection; then nothing waits. */
export async function bookWithFiles(store: Store, entry: WaitingEntry, chosen: readonly File[]): Promise<Booking> {
  const { key, owner, body, at } = entry;
  const of = String(body.description ?? "");
  const files = chosen.map(({ name, type, size }, index) => ({
    key: newKey(),
    owner,
    at: at + index,
    name,
    type,
    size,
    of,
    entry: key,
  }));
  const isKept = await keepFiles(store, files, chosen);
  try {
    const booking = await bookEntry(store, entry, isKept, (id) =>
      // The entry is booked whatever becomes of its receipts in this browser.
      giveTransaction(store, key, id).catch(() => {}),
    );
    if (booking.state === "waiting") return booking;
    void sendFiles(store);
    const undo = () => forgetFilesOf(store, key).then(booking.undo);
    return { state: "sent", undo };
  } catch (error) {
    await forgetFilesOf(store, key);
    const couldWait = store.spaceId.value === "" && outcomeOf((error as Refusal).status) === "later";
    throw couldWait && !isKept ? ownRefusal({ files: attachmentWords.noRoom }) : error;
  }
}
