// npm run generate: rewrites every generated file: configuration documents and schemas.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { configDocument as authConfig } from "../auth/config.ts";
import { AUTH_MIGRATIONS } from "../auth/main.ts";
import { configDocument as startConfig } from "../commands/config_document.ts";
import { manualFiles } from "../commands/manual.ts";
import { configDocument as financeConfig } from "../finance/config.ts";
import { FINANCE_MIGRATIONS } from "../finance/main.ts";
import { renderConfigDocument } from "../kernel/config/docs.ts";
import { startEmbeddedPostgres } from "../kernel/embedded_postgres/embedded_postgres.ts";
import { VERSION } from "../kernel/process/version.ts";
import { dumpMigrations } from "../kernel/sql/schema_dump.ts";
import { configDocument as webConfig } from "../web/config.ts";
import { webRoutesDocument } from "./web_routes.ts";

export interface GeneratedFile {
  /** From the root of the repository. */
  path: string;
  text: string;
}

export async function generatedDocuments(): Promise<GeneratedFile[]> {
  const documents = [authConfig, financeConfig, webConfig, startConfig].map((document) => ({
    path: document.path,
    text: renderConfigDocument(document),
  }));
  return [...documents, { path: "docs/web_routes.md", text: webRoutesDocument() }, ...(await manualFiles())];
}

/** Written by hand, but for the version of the images in them. */
const WITH_VERSION = [
  "docs/install_services.md",
  ...["compose.yaml", "compose.replicas.yaml", "kubernetes/auth.yaml", "kubernetes/finance.yaml", "kubernetes/web.yaml"].map(
    deployed,
  ),
  deployed("kubernetes/migrate.yaml"),
];

export const filesWithVersion = (): GeneratedFile[] => WITH_VERSION.map(withVersion);

function deployed(name: string): string {
  return `deploy/${name}`;
}

function withVersion(path: string): GeneratedFile {
  const text = readFileSync(locate(path), "utf8");
  return { path, text: text.replace(/\b(cofre(?:-services)?):\d+\.\d+\.\d+/g, `$1:${VERSION}`) };
}

const SCHEMAS = [
  { schema: "auth", ...AUTH_MIGRATIONS },
  { schema: "finance", ...FINANCE_MIGRATIONS },
];

/** Migrates the database, which must be empty. */
export async function generatedSchemas(url: string): Promise<GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  for (const each of SCHEMAS) {
    const dumped = await dumpMigrations({ url, ...each });
    files.push(...dumped.map(({ path, text }) => ({ path: `${each.schema}/schema/${path}`, text })));
  }
  return files;
}

export function schemasOnDisk(): string[] {
  return SCHEMAS.flatMap(({ schema }) =>
    readdirSync(locate(`${schema}/schema`), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(fileURLToPath(locate("")), join(entry.parentPath, entry.name))),
  );
}

export function locate(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}

/** The file's text; undefined if it is missing. */
export function readOnDisk(path: string): string | undefined {
  try {
    return readFileSync(locate(path), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}

async function main(): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), "cofre-generate-"));
  try {
    await using server = await startEmbeddedPostgres({ home, password: "generate", settings: { fsync: "off" } });
    const files = [...(await generatedDocuments()), ...filesWithVersion(), ...(await generatedSchemas(server.url))];
    for (const { path, text } of files) {
      if (readOnDisk(path) === text) continue;
      mkdirSync(new URL(".", locate(path)), { recursive: true });
      writeFileSync(locate(path), text);
      console.log(`${path}: rewritten`);
    }
    for (const path of schemasOnDisk().filter((each) => !files.some((file) => file.path === each))) {
      rmSync(locate(path));
      console.log(`${path}: gone`);
    }
    console.log(`${files.length} files are up to date`);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

// bootstrap.mjs imports this file and names it in argv.
if (import.meta.main || process.argv[1] === import.meta.filename) await main();
