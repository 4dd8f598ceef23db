// The service worker stores the app's files, so that it opens without a connection, and takes files that other apps share with it.
import { entryWith, keepShared } from "./shared_files.ts";

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
const FONTS = files.filter((file) => file.endsWith(".woff2"));
/** The page for every screen that was not opened before. */
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

/** Files of the previous version are deleted when no page uses them. */
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
  if (request.method === "POST" && url.origin === location.origin && url.pathname === "/share")
    return event.respondWith(takeShared(request));
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    const pattern = patternOf(url.pathname);
    if (pattern) event.respondWith(openPage(event, url.pathname, `/?screen=${encodeURIComponent(pattern)}`));
  } else if (url.pathname.startsWith("/assets/") || url.pathname.startsWith("/brand/")) event.respondWith(fromCache(request));
});

/** The page that opens then has nobody's data yet; whoever is not signed in does that first, and comes back to the same address. */
async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => undefined);
  const files = (form?.getAll("file") ?? []).filter((each) => each instanceof File);
  const id = await keepShared(files).catch(() => undefined);
  return Response.redirect(entryWith(id), 303);
}

/** The page holds no personal data, so one screen's page can serve any other. */
async function openPage(event: WorkerEvent, path: string, key: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const stored = (await cache.match(key)) ?? (await cache.match(SHELL));
  if (!stored) return fetch(event.request);
  event.waitUntil(keepPage(cache, path, key));
  return stored;
}

/** Without a session the server redirects, so there is no page to store. */
async function keepPage(cache: Cache, path: string, key: string): Promise<void> {
  const answer = await fetch(path, { cache: "no-cache" }).catch(() => undefined);
  if (!answer) return;
  if (answer.ok && !answer.redirected) return cache.put(key, withFont(answer));
  const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname === SHELL);
  await Promise.all(pages.map((page) => cache.delete(page)));
}

/** From here the font is there at once, so the first layout is done with it. Over a slow line it must not compete with the scripts. */
function withFont({ status, headers, body }: Response): Response {
  const link = FONTS.map((file) => `<${file}>; rel=preload; as=font; type="font/woff2"; crossorigin`).join(", ");
  return new Response(body, { status, headers: [...headers, ["link", link]] });
}

async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok && new URL(request.url).pathname.startsWith("/brand/")) await cache.put(request, answer.clone());
  return answer;
}
