// Which users a command means, as GET /admin/users knows it.
import type { Options, OptionValues } from "../command_line/command.ts";
import { UsageError } from "../problems.ts";
import type { Query } from "../server/auth_server.ts";

export const FILTERS = {
  search: { value: "TEXT", doc: "with this id, number, or beginning of an address or a name" },
  state: { value: "STATE", choices: ["confirmed", "unconfirmed", "banned", "anonymous", "sso", "deleted"], doc: "in this state" },
  provider: { value: "NAME", doc: "who sign in by it, such as google" },
  factor: { value: "BOOLEAN", choices: ["true", "false"], doc: "with a verified second factor, or without" },
  metadata: { value: "PATH:VALUE", doc: "such as user.plan:pro or app.team:7" },
  "server-role": { value: "ROLE", doc: "administrators with this role, or any" },
  "created-from": { value: "TIME", doc: "made then or later, such as 2026-11-01" },
  "created-to": { value: "TIME", doc: "made before" },
  "last-sign-in-from": { value: "TIME", doc: "last signed in then or later" },
  "last-sign-in-to": { value: "TIME", doc: "last signed in before" },
  "never-signed-in": { doc: "who never came" },
} as const satisfies Options;

export function filtersOf(options: OptionValues): Query {
  const texts = Object.keys(FILTERS).filter((name) => name !== "never-signed-in");
  return {
    ...Object.fromEntries(texts.map((name) => [name.replaceAll("-", "_"), readFilter(name, options.text(name))])),
    never_signed_in: options.has("never-signed-in") ? "true" : undefined,
  };
}

/** Days are those of UTC. */
function readFilter(name: string, text: string | undefined): string | undefined {
  if (text === undefined || !/-(from|to)$/.test(name)) return text;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw new UsageError(`--${name} takes a day or a moment, but got "${text}".`);
  return moment.toISOString();
}
