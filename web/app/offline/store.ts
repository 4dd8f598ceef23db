// What this browser keeps for when there is no connection. Where it keeps nothing, the app works all the same.

const NAME = "cofre";
export type Shelf = "answers" | "queue" | "facts";

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("answers", { keyPath: "path" });
      asked.result.createObjectStore("queue", { keyPath: "key" });
      asked.result.createObjectStore("facts", { keyPath: "name" });
    };
    asked.onsuccess = () => {
      // Whoever deletes it, at sign-out in another tab, does not wait for us.
      asked.result.onversionchange = () => {
        asked.result.close();
        opening = undefined;
      };
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new Error("blocked"));
  });
  return opening;
}

// Opened while the app still draws.
open().catch(() => {});

function onAll<T>(shelf: Shelf, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>[]): Promise<T[]> {
  return open().then(
    (database) =>
      new Promise<T[]>((resolve, reject) => {
        const transaction = database.transaction(shelf, mode);
        const asked = work(transaction.objectStore(shelf));
        // Kept when it is on the disk, not when it was asked for.
        transaction.oncomplete = () => resolve(asked.map(({ result }) => result));
        transaction.onabort = () => reject(transaction.error);
        transaction.onerror = () => reject(transaction.error);
      }),
  );
}

const on = async <T>(shelf: Shelf, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
  (await onAll(shelf, mode, (store) => [work(store)]))[0] as T;

export const readOne = <T>(shelf: Shelf, key: string): Promise<T | undefined> =>
  on<T | undefined>(shelf, "readonly", (store) => store.get(key));
/** In the order of the keys. */
export const readSome = <T>(shelf: Shelf, keys: readonly string[]): Promise<(T | undefined)[]> =>
  onAll<T | undefined>(shelf, "readonly", (store) => keys.map((key) => store.get(key)));
export const readAll = <T>(shelf: Shelf): Promise<T[]> => on<T[]>(shelf, "readonly", (store) => store.getAll());
export const keep = (shelf: Shelf, value: object) => on(shelf, "readwrite", (store) => store.put(value));
export const drop = (shelf: Shelf, key: string) => on(shelf, "readwrite", (store) => store.delete(key));
export const empty = (shelf: Shelf) => on(shelf, "readwrite", (store) => store.clear());

/** Until it is asked for something again. */
export function closeStore(): void {
  opening?.then((database) => database.close()).catch(() => {});
  opening = undefined;
}
