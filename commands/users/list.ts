// cofre users list: users, newest first, page by page.
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { type Format, OUTPUT_OPTIONS, openPrinter } from "../command_line/output.ts";
import { UsageError } from "../problems.ts";
import { SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { USER_COLUMNS, type User } from "./user.ts";

const FILTERS = {
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
  sort: { value: "ORDER", doc: "created_at, last_sign_in_at or email, with asc or desc" },
} as const satisfies Options;

const FIRST_LIMIT = "50";
const LARGEST_PAGE = 1000;

const OPTIONS = {
  ...FILTERS,
  "never-signed-in": { doc: "who never came" },
  limit: { short: "n", value: "N", initial: FIRST_LIMIT, doc: "how many" },
  all: { doc: "every one" },
  ...OUTPUT_OPTIONS,
  ...SERVER_OPTIONS,
} as const satisfies Options;

export const listUsers = command({ usage: "users list [options]", options: OPTIONS, run });

interface UserPage {
  users: User[];
  pagination: { next_cursor?: string };
}

async function run(options: OptionValues): Promise<void> {
  const most = options.has("all") ? Number.POSITIVE_INFINITY : readLimit(options.needed("limit"));
  await withAuth(options, async (server) => {
    const printer = openPrinter<User>(options.needed("output") as Format, USER_COLUMNS);
    const filter = {
      ...Object.fromEntries(
        Object.keys(FILTERS).map((name) => [name.replaceAll("-", "_"), readFilter(name, options.text(name))]),
      ),
      never_signed_in: options.has("never-signed-in") ? "true" : undefined,
    };
    let left = most;
    let cursor: string | undefined;
    do {
      const limit = String(Math.min(left, LARGEST_PAGE));
      const { users, pagination } = await server.ask<UserPage>("GET", "/admin/users", { query: { ...filter, limit, cursor } });
      printer.print(users);
      left -= users.length;
      cursor = pagination.next_cursor;
    } while (cursor !== undefined && left > 0);
    printer.end();
  });
}

function readLimit(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--limit takes a number from 1, but got "${text}".`);
}

/** Days are those of UTC. */
function readFilter(name: string, text: string | undefined): string | undefined {
  if (text === undefined || !/-(from|to)$/.test(name)) return text;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw new UsageError(`--${name} takes a day or a moment, but got "${text}".`);
  return moment.toISOString();
}
