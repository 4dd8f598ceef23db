// cofre users sessions: where a user is signed in; with --end or --end-all, signs them out there.
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { type Columns, type Format, momentText, OUTPUT_OPTIONS, openPrinter } from "../command_line/output.ts";
import { REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { findUser, NAMED_BY, nameOf, USER_ARGUMENT } from "./user.ts";

const OPTIONS = {
  end: { value: "ID", doc: "end this session, at once" },
  "end-all": { doc: "end every session, at once" },
  ...REASON_OPTION,
  ...OUTPUT_OPTIONS,
  ...SERVER_OPTIONS,
} as const satisfies Options;

export const listUserSessions = command({
  usage: "users sessions USER [--end ID | --end-all] [options]",
  options: OPTIONS,
  argument: USER_ARGUMENT,
  notes: NAMED_BY,
  run,
});

interface Session {
  id: string;
  created_at: string;
  last_used_at: string;
  aal: string;
  ip: string | null;
  device: { browser: string | null; system: string | null };
}

const COLUMNS: Columns<Session> = {
  id: ({ id }) => id,
  began: ({ created_at: at }) => momentText(at),
  "last used": ({ last_used_at: at }) => momentText(at),
  level: ({ aal }) => aal,
  address: ({ ip }) => ip ?? "",
  device: ({ device: { browser, system } }) => [browser, system].filter(Boolean).join(", "),
};

async function run(options: OptionValues): Promise<void> {
  const name = options.neededArgument();
  const session = options.text("end");
  await withAuth(options, async (server) => {
    const user = await findUser(server, name);
    const path = `/admin/users/${user.id}/sessions`;
    if (session !== undefined) {
      await server.ask("DELETE", `${path}/${encodeURIComponent(session)}`);
      return console.log(`Ended session ${session}.`);
    }
    if (options.has("end-all")) {
      await server.ask("DELETE", path);
      return console.log(`${nameOf(user)} is signed out everywhere.`);
    }
    const printer = openPrinter(options.needed("output") as Format, COLUMNS);
    printer.print(await server.ask<Session[]>("GET", path));
    printer.end();
  });
}
