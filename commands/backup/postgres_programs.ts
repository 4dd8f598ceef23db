// pg_dump and pg_restore of the operator's own PostgreSQL, as streams. Passwords go by the environment, never as arguments.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Environment } from "../../kernel/config/config.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";

export type Program = "pg_dump" | "pg_restore";

export interface Programs {
  /** COFRE_POSTGRES_BIN. */
  folder: string | undefined;
  environment: Environment;
}

/** The version of a program, such as "17.4". Throws a sentence if it is missing. */
export async function versionOf(program: Program, programs: Programs): Promise<string> {
  const child = start(program, ["--version"], programs);
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await endOf(child, program);
  const version = /\d+(\.\d+)?/.exec(output)?.[0];
  if (version === undefined) throw new OperatorError(`${program} does not say its version.`);
  return version;
}

export async function requireProgram(program: Program, programs: Programs, server: string): Promise<string> {
  const version = await versionOf(program, programs);
  const [own, theirs] = [version, server].map((text) => Number.parseInt(text, 10)) as [number, number];
  if (own >= theirs || program === "pg_restore") return version;
  throw new OperatorError(
    `${program} ${version} is older than the server, which is PostgreSQL ${server}. Install the client programs of PostgreSQL ${theirs} or newer, or set COFRE_POSTGRES_BIN to their folder.`,
  );
}

/** The dump in pg_dump's custom format, uncompressed. One dump is one snapshot. */
export async function* dump(url: string, schemas: readonly string[], programs: Programs): AsyncGenerator<Buffer> {
  const { address, variables } = connectionOf(url);
  const schemaOptions = schemas.map((schema) => `--schema="${schema.replaceAll('"', '""')}"`);
  const options = ["--format=custom", "--compress=0", "--no-password", ...schemaOptions, `--dbname=${address}`];
  const child = start("pg_dump", options, programs, variables);
  const ended = endOf(child, "pg_dump");
  // It is awaited below; until then a failure must not count as unhandled.
  ended.catch(() => {});
  try {
    for await (const chunk of child.stdout ?? []) yield chunk as Buffer;
    await ended;
  } finally {
    child.kill();
  }
}

export interface Loading {
  write(chunk: Buffer): Promise<void>;
  /** Commits. */
  finish(): Promise<void>;
  /** Rolls back. */
  abort(): Promise<void>;
}

/** Restores a dump in one transaction, so that a broken one changes nothing. */
export function load(url: string, programs: Programs): Loading {
  const { address, variables } = connectionOf(url);
  const options = [
    "--exit-on-error",
    "--single-transaction",
    "--no-owner",
    "--no-privileges",
    "--no-password",
    `--dbname=${address}`,
  ];
  const child = start("pg_restore", options, programs, variables);
  const ended = endOf(child, "pg_restore");
  ended.catch(() => {});
  child.stdin?.on("error", () => {});
  return {
    write: async (chunk) => {
      if (child.exitCode !== null) await ended;
      if (child.stdin?.write(chunk)) return;
      await Promise.race([new Promise((resolve) => child.stdin?.once("drain", resolve)), ended]);
    },
    finish: async () => {
      child.stdin?.end();
      await ended;
    },
    abort: async () => {
      child.kill("SIGKILL");
      await ended.catch(() => {});
    },
  };
}

function start(
  program: Program,
  args: string[],
  { folder, environment }: Programs,
  variables: Record<string, string> = {},
): ChildProcess {
  const file = folder === undefined ? program : join(folder, program);
  const env = { PATH: environment.PATH ?? "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", ...variables };
  return spawn(file, args, { env, stdio: ["pipe", "pipe", "pipe"] });
}

const MOST_MESSAGE = 4_000;

function endOf(child: ChildProcess, program: Program): Promise<void> {
  let message = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    message = (message + text).slice(-MOST_MESSAGE);
  });
  return new Promise((resolve, reject) => {
    child.on("error", ({ code }: NodeJS.ErrnoException) =>
      reject(
        new OperatorError(
          `${program} is needed for a database of your own, and cannot be run (${code}). Install PostgreSQL's client programs, or set COFRE_POSTGRES_BIN to their folder.`,
        ),
      ),
    );
    child.on("close", (code, signal) => {
      if (code === 0) return resolve();
      const line = message.trim().split("\n")[0] || `it ended ${signal ? `by ${signal}` : `with code ${code}`}`;
      reject(new OperatorError(`${program} failed: ${line.replace(/^pg_\w+: (error: )?/, "")}`));
    });
  });
}

/** Parameters that libpq knows; it refuses others, which our driver sends as settings. */
const OF_LIBPQ =
  /^(host|port|user|dbname|options|connect_timeout|target_session_attrs|channel_binding|ssl\w+|gss\w*|krbsrvname)$/;

export function connectionOf(url: string): { address: string; variables: Record<string, string> } {
  const parsed = new URL(url);
  const password = decodeURIComponent(parsed.password) || parsed.searchParams.get("password");
  parsed.password = "";
  for (const name of [...parsed.searchParams.keys()]) if (!OF_LIBPQ.test(name)) parsed.searchParams.delete(name);
  // Node's own word for encryption without a check.
  if (parsed.searchParams.get("sslmode") === "no-verify") parsed.searchParams.set("sslmode", "require");
  return { address: parsed.href, variables: password ? { PGPASSWORD: password } : {} };
}
