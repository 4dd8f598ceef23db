// Sends waiting receipts one after the other: on a slow line all at once would all be late.
import { takeBack } from "../data/api.ts";
import { ask } from "../data/ask.ts";
import { refresh } from "../data/replies.ts";
import type { Store } from "../data/store.ts";
import { attachmentWords } from "../ledger/attachment_words.ts";
import { outcomeOf } from "../rules/queue.ts";
import type { Refusal } from "../rules/records.ts";
import { sendableFiles, type WaitingFile } from "../rules/waiting_files.ts";
import { reasonOf } from "../ui/problems.tsx";
import { changeFile, contentOf, forgetFile, loadWaitingFiles } from "./files.ts";

/** One tab at a time. If two tabs do it, idempotency keys prevent that a receipt is added twice. */
export async function sendFiles(store: Store): Promise<void> {
  if (store.isSendingFiles.value || sendableFiles(store.waitingFiles.value).length === 0) return;
  store.isSendingFiles.value = true;
  try {
    if (navigator.locks) await navigator.locks.request("cofre-files", () => sendAll(store));
    else await sendAll(store);
  } finally {
    store.isSendingFiles.value = false;
  }
}

async function sendAll(store: Store): Promise<void> {
  // Another tab may have sent some.
  await loadWaitingFiles(store);
  for (;;) {
    const [file] = sendableFiles(store.waitingFiles.value);
    if (!file || (await sendOne(store, file)) === "later") return;
  }
}

async function sendOne(store: Store, file: WaitingFile): Promise<ReturnType<typeof outcomeOf>> {
  const content = await contentOf(store, file);
  if (!content) {
    await changeFile(store, { ...file, problem: attachmentWords.unreadable });
    return "refused";
  }
  const { key } = file;
  const ending = new AbortController();
  const show = (share: number) => note(store, key, { share, stop: () => ending.abort() });
  show(0);
  try {
    const body = new FormData();
    // The browser sets the content type with its boundary.
    body.append("file", content);
    const sending = { method: "POST", headers: { "idempotency-key": key }, body, signal: ending.signal, onProgress: show };
    const { requestId } = await ask(store, `/api/finance/transactions/${file.transactionId}/attachments`, sending);
    await forgetFile(store, key);
    refresh(store);
    const undo = () => takeBack(store, { request_id: requestId });
    // The message about a new entry offers to undo all of it.
    if (file.entry === undefined) store.message.value = { text: attachmentWords.added(1), undo };
    return "sent";
  } catch (error) {
    if (ending.signal.aborted) return forgetFile(store, key).then(() => "sent");
    const outcome = outcomeOf((error as Refusal).status);
    if (outcome === "refused") await changeFile(store, { ...file, problem: problemOf(error as Refusal) });
    return outcome;
  } finally {
    note(store, key, undefined);
  }
}

function note(store: Store, key: string, upload: { share: number; stop(): void } | undefined): void {
  const uploads = new Map(store.uploads.value);
  if (upload) uploads.set(key, upload);
  else uploads.delete(key);
  store.uploads.value = uploads;
}

/** Takes it off the list, and ends its upload. */
export async function dropFile(store: Store, key: string): Promise<void> {
  const upload = store.uploads.value.get(key);
  if (upload) upload.stop();
  else await forgetFile(store, key);
}

export async function sendAgain(store: Store, { problem: _, ...file }: WaitingFile): Promise<void> {
  await changeFile(store, file);
  await sendFiles(store);
}

/** What finance says of a file has no subject. */
export function problemOf(problem: Refusal): string {
  const [text] = problem.errors?.file ?? [];
  if (text === undefined) return reasonOf(problem);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
