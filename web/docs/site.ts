// The built documentation in memory only as a list of files; each is read when it is asked for.
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** `npm run docs` makes it in a checkout; a package has it. */
const BUILT = new URL("../../dist/docs", import.meta.url);

export interface DocsFile {
  type: string;
  /** Its name holds a hash of its text. */
  isImmutable: boolean;
  etag: string;
  plain: Buffer;
  /** The same, if the type is worth it; made at the first request. */
  compressed?: { br: Buffer; gzip: Buffer };
}

export interface DocsSite {
  /** By path below `/docs/`, without an ending for pages. Undefined if there is none. */
  find(path: string): Promise<DocsFile | undefined>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json; charset=utf-8",
  ".webp": "image/webp",
  ".png": "image/png",
  ".woff2": "font/woff2",
};
const TEXT = "text/plain; charset=utf-8";
const isText = (type: string) => /^(text|application|image\/svg)/.test(type);

/** Undefined if the site is not built. The list is closed, so that no path of a request reaches the file system. */
export async function openDocsSite(folder = fileURLToPath(BUILT)): Promise<DocsSite | undefined> {
  const isBuilt = await stat(join(folder, "index.html")).catch(() => undefined);
  if (!isBuilt) return undefined;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const files = new Set(names);
  const cache = new Map<string, Promise<DocsFile | undefined>>();
  return {
    find: (path) => {
      const name = nameOf(path, files);
      if (name === undefined) return Promise.resolve(undefined);
      const cached = cache.get(name);
      if (cached) return cached;
      const file = readDocsFile(folder, name);
      remember(cache, name, file);
      return file;
    },
  };
}

const MOST_CACHED = 100;

function remember(cache: Map<string, Promise<DocsFile | undefined>>, name: string, file: Promise<DocsFile | undefined>): void {
  if (cache.size >= MOST_CACHED) cache.delete(cache.keys().next().value as string);
  cache.set(name, file);
}

function nameOf(path: string, files: ReadonlySet<string>): string | undefined {
  const base = path.replace(/\/$/, "");
  const names =
    path === "" || path.endsWith("/") ? [`${path}index.html`, `${base}.html`] : [path, `${path}.html`, `${path}/index.html`];
  return names.find((name) => files.has(name));
}

async function readDocsFile(folder: string, name: string): Promise<DocsFile | undefined> {
  const plain = await readFile(join(folder, name)).catch(() => undefined);
  if (!plain) return undefined;
  const type = TYPES[extname(name)] ?? TEXT;
  return {
    type,
    isImmutable: name.startsWith("assets/"),
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    plain,
    ...(isText(type) && { compressed: await compress(plain) }),
  };
}

async function compress(plain: Buffer): Promise<{ br: Buffer; gzip: Buffer }> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain, quality), promisify(gzip)(plain)]);
  return { br, gzip: zipped };
}
