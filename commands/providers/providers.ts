// cofre providers list, cofre providers test: what is set up at each provider, and whether it takes our client.
import { command, type Options } from "../command_line/command.ts";
import { type Columns, type Format, OUTPUT_OPTIONS, openPrinter } from "../command_line/output.ts";
import { RefusedError } from "../problems.ts";
import { SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";

interface ProviderRecord {
  name: string;
  enabled: boolean;
  client_id: string;
  has_secret: boolean;
  redirect_uri: string;
}

const COLUMNS: Columns<ProviderRecord> = {
  name: ({ name }) => name,
  enabled: ({ enabled }) => (enabled ? "yes" : "no"),
  "client id": ({ client_id: id }) => id,
  secret: ({ has_secret: has }) => (has ? "yes" : "no"),
  "redirect URI": ({ redirect_uri: uri }) => uri,
};

interface TriedStep {
  step: string;
  outcome: string;
  detail: string;
}

const STEP_COLUMNS: Columns<TriedStep> = {
  step: ({ step }) => step,
  outcome: ({ outcome }) => outcome,
  detail: ({ detail }) => detail,
};

const OPTIONS = { ...OUTPUT_OPTIONS, ...SERVER_OPTIONS } as const satisfies Options;

export const listProviders = command({
  usage: "providers list [options]",
  options: { all: { doc: "those that are not enabled too" }, ...OPTIONS },
  run: async (options) => {
    const { providers } = await withAuth(options, (server) =>
      server.ask<{ providers: ProviderRecord[] }>("GET", "/admin/providers"),
    );
    const printer = openPrinter(options.needed("output") as Format, COLUMNS);
    printer.print(options.has("all") ? providers : providers.filter(({ enabled }) => enabled));
    printer.end();
  },
});

export const testProvider = command({
  usage: "providers test NAME [options]",
  options: OPTIONS,
  argument: "NAME",
  notes:
    "Nobody is signed in. What a provider says only to a browser, such as a redirect URI that it does not know, is not seen here.",
  run: async (options) => {
    const path = `/admin/providers/${encodeURIComponent(options.neededArgument())}/test`;
    const { steps } = await withAuth(options, (server) => server.ask<{ steps: TriedStep[] }>("POST", path));
    const printer = openPrinter(options.needed("output") as Format, STEP_COLUMNS);
    printer.print(steps);
    printer.end();
    if (steps.some(({ outcome }) => outcome === "failed")) throw new RefusedError("failed", "The provider does not work.");
  },
});
