// Serves the kit: the parts of the app on one page, built anew for each visit. For development only; nothing of it is in the product.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import { sharedWithServer } from "../assets/bundle_app.ts";
import { SPRITE } from "../html/sprite.ts";

const ENTRIES = ["../app/kit/kit.tsx", "../app/kit/kit.css"].map((path) => fileURLToPath(new URL(path, import.meta.url)));

const PAGE = `<!doctype html>
<html lang="pt-BR" data-brand="Cofre">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Kit</title>
<link rel="stylesheet" href="/kit.css"><script type="module" src="/kit.js"></script></head>
<body><div id="kit"></div>
${SPRITE.text}
</body></html>`;

const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2" };

export async function serveKit(port = 0): Promise<{ url: string; close: () => Promise<void> }> {
  let files = new Map<string, Uint8Array>();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://kit");
    try {
      if (pathname === "/kit") {
        files = await build();
        return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(PAGE);
      }
      const file = files.get(pathname.slice(1));
      if (!file) return response.writeHead(404).end();
      response.writeHead(200, { "content-type": TYPES[extname(pathname)] ?? "application/octet-stream" }).end(file);
    } catch (error) {
      response.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end((error as Error).message);
    }
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/kit`, close: () => closeAll(server) };
}

async function closeAll(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
  const { stop } = await import("esbuild");
  await stop();
}

async function build(): Promise<Map<string, Uint8Array>> {
  const esbuild = await import("esbuild");
  const { outputFiles } = await esbuild.build({
    entryPoints: ENTRIES,
    plugins: [sharedWithServer],
    loader: { ".woff2": "file" },
    outdir: "/",
    write: false,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2023",
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "silent",
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
}
