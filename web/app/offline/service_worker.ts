// The service worker: the app itself, kept by its hashed names, so that it opens without a connection. Data is none of its business, and it
// imports nothing: it is one plain script. The server writes what it keeps before it (web/shell/sw_js.ts).

interface Build {
  version: string;
  files: string[];
  /** The paths of the app's screens, as patterns. */
  screens: string[];
}

interface WorkerScope {
  build: Build;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listen: (event: WorkerEvent) => void): void;
}

interface WorkerEvent {
  request: Request;
  data: unknown;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as WorkerScope;
const { version, files, screens } = scope.build;
const CACHE = `cofre-${version}`;
/** The page of every screen that was not opened before. */
const SHELL = "/";
const patternOf = (path: string) => screens.find((pattern) => new RegExp(pattern).test(path));

scope.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      await cache.addAll(files);
      await keepPage(cache, SHELL, SHELL);
    }),
  );
});

/** The former version's go when nothing shows it any more. */
scope.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name.startsWith("cofre-") && name !== CACHE).map((name) => caches.delete(name))),
      )
      .then(() => scope.clients.claim()),
  );
});

scope.addEventListener("message", (event) => {
  if (event.data === "take over") void scope.skipWaiting();
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    const pattern = patternOf(url.pathname);
    if (pattern) event.respondWith(openPage(event, url.pathname, `/?screen=${encodeURIComponent(pattern)}`));
  } else if (url.pathname.startsWith("/assets/") || url.pathname.startsWith("/brand/")) event.respondWith(fromCache(request));
});

/** The page holds nothing of anybody: it only names what its screen needs. It is kept by the screen, and good enough for any other. */
async function openPage(event: WorkerEvent, path: string, key: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const stored = (await cache.match(key)) ?? (await cache.match(SHELL));
  if (!stored) return fetch(event.request);
  event.waitUntil(keepPage(cache, path, key));
  return stored;
}

/** Where nobody is signed in the server leads elsewhere: then there is no page to keep. */
async function keepPage(cache: Cache, path: string, key: string): Promise<void> {
  const answer = await fetch(path, { cache: "no-cache" }).catch(() => undefined);
  if (!answer) return;
  if (answer.ok && !answer.redirected) return cache.put(key, answer);
  const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname === SHELL);
  await Promise.all(pages.map((page) => cache.delete(page)));
}

async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok && new URL(request.url).pathname.startsWith("/brand/")) await cache.put(request, answer.clone());
  return answer;
}
