// Settings as auth shows them, and how commands change them.
import { printable } from "../command_line/output.ts";
import { RefusedError } from "../problems.ts";
import type { AuthServer } from "../server/auth_server.ts";

export interface Setting {
  name: string;
  section: string;
  value: string | null;
  source: "environment" | "settings" | "start" | "default";
  variable: string;
  secret: boolean;
  stored: boolean;
  default: string;
  changed_by: string;
}

export interface Settings {
  version: number;
  enabled: boolean;
  pending: { version: number; confirm_before: string } | null;
  awaiting_restart: string[];
  settings: Setting[];
}

/** As the environment has it, or without its prefix. */
export const withoutPrefix = (name: string): string => name.replace(/^(AUTHSVC_|GOTRUE_)/, "");

/** Null takes a setting away. */
export type Changes = Readonly<Record<string, string | null>>;

interface ChangeReply {
  version: number;
  changes: Record<string, { before: string | null; after: string | null }>;
  trials: { name: string; outcome: string; detail: string }[];
  confirm_before: string | null;
  awaiting_restart: string[];
}

export const readSettings = (server: AuthServer) => server.ask<Settings>("GET", "/admin/settings");

/** What would change. Nothing is tried. */
export async function previewChanges(server: AuthServer, changes: Changes): Promise<ChangeReply> {
  return send(server, await readSettings(server), changes, { dry_run: true });
}

/** Stores them, and confirms what could lock administrators out: this command still reaches the server then. */
export async function storeChanges(server: AuthServer, changes: Changes, skipsTrials: boolean): Promise<ChangeReply> {
  const stored = await send(server, await readSettings(server), changes, { skip_trials: skipsTrials });
  if (stored.confirm_before !== null) await server.ask("POST", "/admin/settings/confirm", { body: { version: stored.version } });
  return stored;
}

function send(server: AuthServer, { version: base }: Settings, changes: Changes, more: object): Promise<ChangeReply> {
  return server.ask<ChangeReply>("PATCH", "/admin/settings", { body: { base, set: changes, ...more } });
}

/** Null is a setting that is not stored. */
export function diffLines(changes: ChangeReply["changes"]): string[] {
  return Object.entries(changes).flatMap(([name, { before, after }]) => [
    ...(before === null ? [] : [`- ${name}=${printable(before)}`]),
    ...(after === null ? [] : [`+ ${name}=${printable(after)}`]),
  ]);
}

/** On standard output what changed, beside it what else there is to know. */
export function printStored({ version, changes, trials, awaiting_restart: waiting }: ChangeReply): void {
  const lines = diffLines(changes);
  for (const line of lines.length > 0 ? lines : ["Nothing changes."]) console.log(line);
  if (lines.length === 0) return;
  for (const { name, outcome, detail } of trials) console.error(`${name}: ${outcome}, ${printable(detail)}`);
  console.error(`Version ${version} counts now.`);
  if (waiting.length > 0) console.error(`After a restart alone: ${waiting.join(", ")}.`);
}

export function requireSetting({ settings }: Settings, name: string): Setting {
  const setting = settings.find((each) => each.name === withoutPrefix(name));
  if (!setting) throw new RefusedError("missing", `No setting is called "${printable(name)}".`);
  return setting;
}
