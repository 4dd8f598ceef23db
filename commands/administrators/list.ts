// cofre admin list: who has a role on this server.
import { command, type Options } from "../command_line/command.ts";
import { type Columns, type Format, momentText, OUTPUT_OPTIONS, openPrinter } from "../command_line/output.ts";
import { SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";

const OPTIONS = { ...OUTPUT_OPTIONS, ...SERVER_OPTIONS } as const satisfies Options;

interface AdministratorRecord {
  user_id: string;
  email: string;
  phone: string;
  role: string;
  granted_at: string;
  has_second_factor: boolean;
  last_sign_in_at: string | null;
}

const COLUMNS: Columns<AdministratorRecord> = {
  id: ({ user_id: id }) => id,
  email: ({ email, phone }) => email || phone,
  role: ({ role }) => role,
  since: ({ granted_at: at }) => momentText(at),
  "second factor": ({ has_second_factor: has }) => (has ? "yes" : "no"),
  "last sign-in": ({ last_sign_in_at: at }) => momentText(at),
};

export const listAdministrators = command({
  usage: "admin list [options]",
  options: OPTIONS,
  run: async (options) => {
    const { administrators } = await withAuth(options, (server) =>
      server.ask<{ administrators: AdministratorRecord[] }>("GET", "/admin/administrators"),
    );
    const printer = openPrinter(options.needed("output") as Format, COLUMNS);
    printer.print(administrators);
    printer.end();
  },
});
