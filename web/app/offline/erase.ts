// Forgets what the app keeps in this browser, but for entries that wait: those are sealed, and stay for whoever made them.

const NAME = "cofre";

/** Whatever is shown at once, and the key of who was here. Answers whether entries of anybody wait. */
export function eraseReplies(): Promise<boolean> {
  return new Promise((resolve) => {
    const request = indexedDB.open(NAME);
    // Nothing was kept: nothing is made.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve(request.error?.name !== "AbortError");
    request.onsuccess = () => {
      const database = request.result;
      const clearing = database.transaction(["answers", "facts", "queue"], "readwrite");
      clearing.objectStore("answers").clear();
      clearing.objectStore("facts").clear();
      const waiting = clearing.objectStore("queue").count();
      const end = (waits: boolean) => {
        database.close();
        resolve(waits);
      };
      clearing.oncomplete = () => end(waiting.result > 0);
      clearing.onabort = () => end(true);
    };
  });
}

/** For who signs out. Answers as above; where nothing waits, nothing is left. */
export async function eraseAll(): Promise<boolean> {
  const waits = await eraseReplies();
  if (!waits) indexedDB.deleteDatabase(NAME);
  for (const name of await caches.keys()) await caches.delete(name);
  return waits;
}
