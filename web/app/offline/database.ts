// IndexedDB stores for use without a connection. If the browser blocks them, the app works without.

const NAME = "cofre";
const VERSION = 2;
/** With the key of its records. `files` are receipts that wait, `contents` their bytes, `shared` what another app sent here. */
const STORES = { answers: "path", queue: "key", facts: "name", files: "key", contents: "key", shared: "id" } as const;
export type StoreName = keyof typeof STORES;

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const { result: database } = request;
      for (const [name, keyPath] of Object.entries(STORES))
        if (!database.objectStoreNames.contains(name)) database.createObjectStore(name, { keyPath });
    };
    request.onsuccess = () => {
      // Lets another tab delete the database at sign-out.
      request.result.onversionchange = () => {
        request.result.close();
        opening = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  });
  // The next access tries again: another tab may have kept an older version open.
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

// Opened early, while the app draws.
open().catch(() => {});

function runAll<T>(
  storeName: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>[],
): Promise<T[]> {
  return open().then(
    (database) =>
      new Promise<T[]>((resolve, reject) => {
        const transaction = database.transaction(storeName, mode);
        const requests = work(transaction.objectStore(storeName));
        // Resolves when the data is written, not when the request succeeds.
        transaction.oncomplete = () => resolve(requests.map(({ result }) => result));
        transaction.onabort = () => reject(transaction.error);
        transaction.onerror = () => reject(transaction.error);
      }),
  );
}

const run = async <T>(
  storeName: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => (await runAll(storeName, mode, (store) => [work(store)]))[0] as T;

export const readOne = <T>(storeName: StoreName, key: string): Promise<T | undefined> =>
  run<T | undefined>(storeName, "readonly", (store) => store.get(key));
/** In the order of the keys. */
export const readSome = <T>(storeName: StoreName, keys: readonly string[]): Promise<(T | undefined)[]> =>
  runAll<T | undefined>(storeName, "readonly", (store) => keys.map((key) => store.get(key)));
export const readAll = <T>(storeName: StoreName): Promise<T[]> => run<T[]>(storeName, "readonly", (store) => store.getAll());
export const put = (storeName: StoreName, value: object) => run(storeName, "readwrite", (store) => store.put(value));
export const remove = (storeName: StoreName, key: string) => run(storeName, "readwrite", (store) => store.delete(key));
export const clear = (storeName: StoreName) => run(storeName, "readwrite", (store) => store.clear());

/** The next access opens it again. */
export function closeStore(): void {
  opening?.then((database) => database.close()).catch(() => {});
  opening = undefined;
}
