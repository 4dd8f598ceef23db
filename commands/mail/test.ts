// cofre mail test: sends a mail at once, and shows what the mail server said.
import { command, type Options } from "../command_line/command.ts";
import { type Format, jsonText, OUTPUT_OPTIONS, printable } from "../command_line/output.ts";
import { RefusedError } from "../problems.ts";
import { REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";

const OPTIONS = { ...REASON_OPTION, ...OUTPUT_OPTIONS, ...SERVER_OPTIONS } as const satisfies Options;

interface TriedMail {
  sent: boolean;
  by: string;
  problem?: string;
  dialogue: { from: "client" | "server"; line: string }[];
}

export const testMail = command({
  usage: "mail test ADDRESS [options]",
  options: OPTIONS,
  argument: "ADDRESS",
  run: async (options) => {
    const body = { to: options.neededArgument() };
    const tried = await withAuth(options, (server) => server.ask<TriedMail>("POST", "/admin/mail/test", { body }));
    if ((options.needed("output") as Format) === "json") console.log(jsonText(tried));
    else for (const { from, line } of tried.dialogue) console.log(`${from === "client" ? ">" : "<"} ${printable(line)}`);
    if (!tried.sent) throw new RefusedError("failed", `It was not sent: ${printable(tried.problem ?? "")}`);
    console.error(
      tried.by === "smtp" ? "The mail server has taken it." : "It lies in the mailbox folder: no mail server is set.",
    );
  },
});
