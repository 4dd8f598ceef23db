// GET /sw.js: the service worker, with what it keeps written before it. Its text changes with the build, by which browsers find a newer app.
import { createHash } from "node:crypto";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { SCREEN_PATHS } from "./screens.ts";

export const getServiceWorker = endpoint({
  method: "GET",
  path: "/sw.js",
  access: "public",
  isRoutine: true,
  summary: "The service worker of the app",
  reply: NoBody,
  refuses: [404],
  handle: ({ assets, request }) => {
    const script = assets.find(assets.scripts.worker ?? "")?.plain.toString("utf8");
    if (script === undefined) throw fail.unknownRoute();
    const files = assets.files.map((name) => `/assets/${name}`);
    const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 16);
    const text = `self.build=${JSON.stringify({ version, files, screens: PATTERNS })};\n${script}`;
    const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
    const headers = { etag, "cache-control": "no-cache" };
    if (request.headers["if-none-match"] === etag) return new Answer(304, headers);
    return new Answer(200, { ...headers, "content-type": "text/javascript; charset=utf-8" }, text);
  },
});

const PATTERNS = SCREEN_PATHS.map(([path]) => `^${path.replace(/:\w+/g, "[^/]+")}$`);
