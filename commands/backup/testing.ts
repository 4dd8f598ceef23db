// Test support: a home with a user and a transaction, and the commands on it.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { call } from "../../kernel/testing/client.ts";
import { ANY_PORTS, cofre, type Program, portsOf, runToEnd } from "../testing.ts";

const ANA = { email: "ana@example.com", password: "correct horse" };
const AGENT = { "user-agent": "Tests (tests@example.com)" };

export const variablesOf = (home: string) => ({ COFRE_HOME: home, ...ANY_PORTS });

/** Creates the user with the printed token, and books. */
export async function fill(program: Program, home: string): Promise<void> {
  const created = await administrate(program, "/admin/users", { method: "POST", body: { ...ANA, email_confirm: true } });
  assert.equal(created.status, 200, created.text);
  const booked = await asAna(program, home, { description: "Coffee", amount_cents: -450 });
  assert.equal(booked.status, 201, booked.text);
}

/** Backups and their verifications, as administrators see them. */
export async function runsOf(program: Program) {
  const { body } = await administrate(program, "/admin/maintenance");
  const { runs } = body as { runs: { kind: string; error: string | null; bytes?: number }[] };
  return runs.filter(({ kind }) => kind !== "housekeeping");
}

async function administrate(program: Program, path: string, options: object = {}) {
  const { auth } = await portsOf(program);
  const [, token] = await program.says(/admin token, valid until \d{4}-\d\d-\d\d:\n +(\S+)\n/);
  return call(`http://127.0.0.1:${auth}${path}`, { headers: { authorization: `Bearer ${token}` }, ...options });
}

/** Signs in with the password, and posts or lists transactions. */
export async function asAna(program: Program, home: string, body?: object) {
  const ports = await portsOf(program);
  const signIn = await call(`http://127.0.0.1:${ports.auth}/token?grant_type=password`, { method: "POST", body: ANA });
  const { access_token: token } = signIn.body as { access_token: string };
  const ca = await readFile(join(home, "tls/certificate.pem"), "utf8");
  const headers = { ...AGENT, authorization: `Bearer ${token}` };
  const url = `https://localhost:${ports.finance}/rest/v2/transactions`;
  return call(url, { ca, headers, ...(body && { method: "POST", body }) });
}

/** Makes a key in the home and returns the path of the private one. */
export async function newKey(home: string, folder: string): Promise<string> {
  const { code, output, errors } = await runToEnd(["backup", "--new-key"], variablesOf(home), folder);
  assert.equal(code, 0, errors);
  const path = join(folder, "key.txt");
  await writeFile(path, output);
  return path;
}

/** Runs a command that must succeed. */
export async function succeed(args: string[], variables: Record<string, string>, folder: string): Promise<string> {
  const { code, output, errors } = await runToEnd(args, variables, folder);
  assert.equal(code, 0, errors);
  return output;
}

export async function startIn(home: string, folder: string, variables: Record<string, string> = {}): Promise<Program> {
  const program = cofre("start", { ...variablesOf(home), ...variables }, folder);
  await portsOf(program);
  return program;
}
