// cofre owner: prints a link that makes somebody an owner of this server. Whoever has its database owns it already, so nothing is asked.
import { makeOwnerCode } from "../auth/grants/owner_code.ts";
import { readEnvironment } from "../kernel/config/config.ts";
import type { Database } from "../kernel/sql/database.ts";
import { type AllInOneConfig, readAllInOneConfig } from "./all_in_one_config.ts";
import { withAuthDatabase } from "./auth_database.ts";
import { command, type Options, type OptionValues } from "./command_line/command.ts";
import { commandLineAct } from "./command_line_act.ts";
import { homeFolder, readSecrets } from "./home.ts";
import { ownerLink } from "./owner_link.ts";
import { requireNoFaults, UsageError } from "./problems.ts";

const OPTIONS = {
  url: { value: "URL", variable: "WEB_EXTERNAL_URL", doc: "where browsers reach web; else this machine, on WEB_PORT" },
} as const satisfies Options;

export const owner = command({ usage: "owner [--url URL]", options: OPTIONS, run });

async function run(options: OptionValues): Promise<void> {
  const environment = readEnvironment();
  const reading = readAllInOneConfig(environment, await readSecrets(homeFolder(environment)));
  requireNoFaults(reading.auth, reading.web);
  const webUrl = readUrl(options.text("url")) ?? ownUrl(reading.web.config);
  const code = await withAuthDatabase("owner", makeCode, environment);
  console.log(`Within an hour, and once, this page makes a new user or an existing one an owner of this server:

  ${ownerLink(webUrl, code)}
`);
}

function readUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url.origin + url.pathname;
  throw new UsageError(`--url takes the address of web, such as https://money.example.com, but got "${text}".`);
}

function ownUrl({ port, tlsCert }: AllInOneConfig["web"]["config"]): string {
  if (port === 0) throw new UsageError("WEB_PORT=0 is another port at each start: say by --url where web is.");
  return `http${tlsCert ? "s" : ""}://localhost:${port}`;
}

async function makeCode(db: Database): Promise<string> {
  const ownerCode = await makeOwnerCode(db, "another", new Date(), commandLineAct());
  if (!ownerCode) throw new Error("a code on purpose needs no server without an owner");
  return ownerCode.code;
}
