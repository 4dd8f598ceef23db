// cofre users list: users, newest first, page by page.
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { type Format, OUTPUT_OPTIONS, openPrinter } from "../command_line/output.ts";
import { UsageError } from "../problems.ts";
import { SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { FILTERS, filtersOf } from "./filters.ts";
import { USER_COLUMNS, type User } from "./user.ts";

const FIRST_LIMIT = "50";
const LARGEST_PAGE = 1000;

const OPTIONS = {
  ...FILTERS,
  sort: { value: "ORDER", doc: "created_at, last_sign_in_at or email, with asc or desc" },
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
    const filter = { ...filtersOf(options), sort: options.text("sort") };
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
