// Erases what the app stored in this browser, except waiting entries and receipts: those are encrypted, and stay for their owner.

const NAME = "cofre";

/** Erases stored replies and the last user's key. Answers whether any entries wait. */
export function eraseReplies(andShared = false): Promise<boolean> {
  return new Promise((resolve) => {
    const request = indexedDB.open(NAME);
    // Nothing was stored, so no database is created.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve(request.error?.name !== "AbortError");
    request.onsuccess = () => {
      const database = request.result;
      const waitingStores = [...database.objectStoreNames].filter((name) => name === "queue" || name === "files");
      const shared = [...database.objectStoreNames].filter((name) => name === "shared" && andShared);
      const clearing = database.transaction(["answers", "facts", ...waitingStores, ...shared], "readwrite");
      for (const name of shared) clearing.objectStore(name).clear();
      clearing.objectStore("answers").clear();
      clearing.objectStore("facts").clear();
      const waiting = waitingStores.map((name) => clearing.objectStore(name).count());
      const end = (waits: boolean) => {
        database.close();
        resolve(waits);
      };
      clearing.oncomplete = () => end(waiting.some(({ result }) => result > 0));
      clearing.onabort = () => end(true);
    };
  });
}

/** At sign-out, with what other apps shared. Answers whether entries wait; if none do, the database is deleted. */
export async function eraseAll(): Promise<boolean> {
  const waits = await eraseReplies(true);
  if (!waits) indexedDB.deleteDatabase(NAME);
  for (const name of await caches.keys()) await caches.delete(name);
  return waits;
}
