// Installs packages by npm, with their checksums, and without running anything of theirs.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { basename, join } from "node:path";
import { alone, endOf, Failure, whileRunning } from "./alone.mjs";

/** Installs a pinned package in its own folder, which is renamed once it is complete. */
export async function install(runtime, title, [name, version, integrity], verify = async () => {}) {
  const goal = join(runtime, `${name.replace(/\W+/g, "-").replace(/^-/, "")}-${version}`);
  const inside = join("node_modules", name);
  if (fs.existsSync(goal)) return join(goal, inside);
  await alone(runtime, async (staging) => {
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

/** Runs npm's clean install in a folder, with a progress display. */
export async function npmCi(folder, title, ...options) {
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
    const child = spawn(file, [...first, ...args], { cwd: folder, env: npmEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    code = await whileRunning(child, () => endOf(child));
  } catch (error) {
    if (error instanceof Failure) throw error;
    output += error.message;
  } finally {
    clearInterval(timer);
  }
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

function writeJson(path, value) {
  fs.writeFileSync(path, JSON.stringify(value, undefined, 2));
}

/** Installs what a folder's lockfile pins, in a folder of its own below `runtime`, and answers its node_modules. */
export async function installLocked(runtime, title, folder) {
  const lockfile = fs.readFileSync(join(folder, "package-lock.json"));
  const goal = join(runtime, `${basename(folder)}-${createHash("sha256").update(lockfile).digest("hex").slice(0, 16)}`);
  if (fs.existsSync(goal)) return join(goal, "node_modules");
  await alone(runtime, async (staging) => {
    if (fs.existsSync(goal)) return;
    fs.writeFileSync(join(staging, "package-lock.json"), lockfile);
    fs.copyFileSync(join(folder, "package.json"), join(staging, "package.json"));
    await npmCi(staging, title, "--include=dev");
    fs.renameSync(staging, goal);
  });
  return join(goal, "node_modules");
}
