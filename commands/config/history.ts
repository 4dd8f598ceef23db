// cofre config history, undo: who changed settings, and taking a version back.
import { command } from "../command_line/command.ts";
import { type Columns, type Format, momentText, OUTPUT_OPTIONS, openPrinter } from "../command_line/output.ts";
import { UsageError } from "../problems.ts";
import { REASON_OPTION, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";
import { printStored } from "./settings.ts";

interface Version {
  version: number;
  changes: Record<string, unknown>;
  author: { kind: string; name: string };
  reason: string | null;
  undoes: number | null;
  created_at: string;
  lapsed: boolean;
}

const COLUMNS: Columns<Version> = {
  version: ({ version }) => String(version),
  when: ({ created_at: at }) => momentText(at),
  who: ({ author }) => `${author.kind} ${author.name}`.trim(),
  changed: ({ changes }) => Object.keys(changes).sort().join(" "),
  undoes: ({ undoes }) => (undoes === null ? "" : String(undoes)),
  lapsed: ({ lapsed }) => (lapsed ? "not confirmed" : ""),
  reason: ({ reason }) => reason ?? "",
};

export const listConfigVersions = command({
  usage: "config history [options]",
  options: { ...OUTPUT_OPTIONS, ...SERVER_OPTIONS },
  run: async (options) => {
    const printer = openPrinter(options.needed("output") as Format, COLUMNS);
    await withAuth(options, async (server) => {
      for (let before: number | undefined = 0; before !== undefined; ) {
        const query = before === 0 ? {} : { before: String(before) };
        const page: { versions: Version[]; next?: number } = await server.ask("GET", "/admin/settings/versions", { query });
        printer.print(page.versions);
        before = page.next;
      }
    });
    printer.end();
  },
});

export const undoConfig = command({
  usage: "config undo VERSION [options]",
  options: { ...REASON_OPTION, ...SERVER_OPTIONS },
  argument: "VERSION",
  notes: "Takes the changes of a version back, unless the same settings were changed again.",
  run: async (options) => {
    const version = options.neededArgument();
    if (!/^[1-9]\d{0,9}$/.test(version)) throw new UsageError(`VERSION is a number, as \`config history\` lists it.`);
    await withAuth(options, async (server) => {
      const undone: Parameters<typeof printStored>[0] = await server.ask("POST", `/admin/settings/versions/${version}/undo`);
      if (undone.confirm_before !== null)
        await server.ask("POST", "/admin/settings/confirm", { body: { version: undone.version } });
      printStored(undone);
    });
  },
});
