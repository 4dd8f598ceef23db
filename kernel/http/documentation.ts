// GET /openapi.json and GET /docs, for any service. The page loads nothing from other sites.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Type } from "typebox";
import { Answer, type Endpoint } from "./endpoint.ts";
import { type ApiInfo, describeApi } from "./openapi.ts";

type DocumentedEndpoint<World, Access extends string, Caller> = Endpoint<World, Access, Caller>;

/** Endpoints that describe the given ones, and themselves. `open` is the public access word. */
export function documentation<World, Access extends string, Caller>(
  endpoints: readonly DocumentedEndpoint<World, Access, Caller>[],
  info: ApiInfo,
  open: Access,
): Endpoint<World, Access, Caller>[] {
  const shared = { method: "GET", access: open, alsoAtRoot: true } as const;
  const openapi: Endpoint<World, Access, Caller> = {
    ...shared,
    path: "/openapi.json",
    summary: "This API as an OpenAPI 3.1 document",
    reply: Type.Object({ openapi: Type.String() }, { additionalProperties: true }),
    handle: () => (document ??= describeApi([...endpoints, openapi, docs] as unknown as Endpoint<never, string, never>[], info)),
  };
  const docs: Endpoint<World, Access, Caller> = {
    ...shared,
    path: "/docs",
    summary: "This API as a page to read and try",
    mediaType: "text/html",
    reply: Type.String(),
    handle: ({ request }) => page(info.title, request.path.replace(/\/docs\/?$/, "")),
  };
  const script: Endpoint<World, Access, Caller> = {
    ...shared,
    path: "/docs/scalar.js",
    summary: "The script of the page",
    mediaType: "text/javascript",
    reply: Type.String(),
    handle: async ({ request }) => sendScript(request.headers["accept-encoding"]),
  };
  let document: Record<string, unknown> | undefined;
  return [openapi, docs, script];
}

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page must not link to or load from another service. */
const SCALAR = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
};

function page(title: string, prefix: string): Answer {
  const configuration = { ...SCALAR, url: `${prefix}/openapi.json` };
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
</head>
<body>
<script id="api-reference" type="application/json" data-configuration="${attribute(JSON.stringify(configuration))}"></script>
<script src="${prefix}/docs/scalar.js"></script>
</body>
</html>
`;
  return new Answer(
    200,
    {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": PAGE_POLICY,
      "cross-origin-opener-policy": "same-origin",
    },
    html,
  );
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

async function sendScript(acceptEncoding: string | undefined): Promise<Answer> {
  loadedScript ??= loadScript();
  const { plain, zipped } = await loadedScript;
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=3600",
    vary: "accept-encoding",
  };
  return acceptEncoding?.includes("gzip")
    ? new Answer(200, { ...headers, "content-encoding": "gzip" }, zipped)
    : new Answer(200, headers, plain);
}

let loadedScript: Promise<{ plain: Buffer; zipped: Buffer }> | undefined;

/** Scalar ships its browser script inside of a Fastify plugin of 4 MB. It is read once, on first use. */
async function loadScript(): Promise<{ plain: Buffer; zipped: Buffer }> {
  const [{ default: fastify }, { default: scalar }] = await Promise.all([
    import("fastify"),
    import("@scalar/fastify-api-reference"),
  ]);
  const shelf = fastify();
  await shelf.register(scalar, { routePrefix: "/docs", configuration: { url: "/openapi.json" } });
  const { rawPayload: plain } = await shelf.inject("/docs/js/scalar.js");
  await shelf.close();
  return { plain, zipped: await promisify(gzip)(plain) };
}
