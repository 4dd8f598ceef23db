// GET /docs and /docs/*: the documentation, as `npm run docs` built it.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import type { DocsFile } from "./site.ts";

/** The site's own scripts alone, which reach no API: it needs none. Its highlighted code has colours in attributes. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const shared = { access: "public", isRoutine: true, reply: NoBody, refuses: [404] } as const;

/** Without the slash at the end, so that addresses of pages have one form. */
export const getDocs = endpoint({
  method: "GET",
  path: "/docs",
  ...shared,
  summary: "The first page of the documentation",
  handle: (input) => answer(input, ""),
});

export const getDocsPages = endpoint({
  method: "GET",
  path: "/docs/*",
  ...shared,
  summary: "A page of the documentation, or a file of it",
  params: Type.Object({ "*": Type.String() }),
  handle: (input) => answer(input, input.params["*"]),
});

async function answer({ docs, request }: Pick<WebInput, "docs" | "request">, path: string): Promise<Answer> {
  if (!docs) return new Answer(404, headersOf("text/html; charset=utf-8"), NOT_BUILT);
  const file = await docs.find(path);
  if (!file) {
    const page = await docs.find("404.html");
    return new Answer(404, headersOf("text/html; charset=utf-8"), page?.plain ?? "");
  }
  return send(file, request);
}

function send(file: DocsFile, request: WebInput["request"]): Answer {
  const headers = {
    ...headersOf(file.type),
    etag: file.etag,
    "cache-control": file.isImmutable ? "public, max-age=31536000, immutable" : "public, no-cache",
    vary: "accept-encoding",
  };
  if (request.headers["if-none-match"]?.includes(file.etag)) return new Answer(304, headers);
  const accepted = request.headers["accept-encoding"] ?? "";
  if (!file.compressed) return new Answer(200, headers, file.plain);
  if (/\bbr\b/.test(accepted)) return new Answer(200, { ...headers, "content-encoding": "br" }, file.compressed.br);
  if (/\bgzip\b/.test(accepted)) return new Answer(200, { ...headers, "content-encoding": "gzip" }, file.compressed.gzip);
  return new Answer(200, headers, file.plain);
}

const headersOf = (type: string) => ({ "content-type": type, "content-security-policy": POLICY });

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The documentation is not built</title>
</head>
<body>
<main>
<h1>The documentation is not built</h1>
<p>This is a checkout. <code>npm run docs</code> builds the documentation; start Cofre again afterwards.</p>
<p>Its pages are also Markdown, in the folder <code>docs</code> of the checkout.</p>
<p lang="pt-BR">A documentação ainda não foi gerada: rode <code>npm run docs</code> e inicie o Cofre de novo.</p>
</main>
</body>
</html>
`;
