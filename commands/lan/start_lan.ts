// --lan of the all-in-one start: whether it is on, and what web and finance are given for it.

import { BASE_PATH } from "../../finance/endpoint.ts";
import { openOwnAuthority } from "../../kernel/http/own_authority.ts";
import type { LanListening } from "../../kernel/http/serve.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import type { WebLan } from "../../web/http/lan.ts";
import type { AllInOneConfig } from "../all_in_one_config.ts";
import type { Option } from "../command_line/command.ts";
import { lanTlsFolder } from "../home.ts";
import { keepLanChoice, readLanChoice } from "./kept_choice.ts";
import { chooseLan, LAN_ON, type Lan, lanUrl, requireNoConflict } from "./lan.ts";
import { lanLines } from "./lan_lines.ts";

export const LAN_OPTION = {
  value: "ADDRESS | NAME",
  alone: LAN_ON,
  variable: "COFRE_LAN",
  doc: "serve web and finance by HTTPS to the devices of your private network, at one address of this machine or at all of them; with a name, links and passkeys use it. `off` overrules what the first run was told",
} as const satisfies Option;

interface Choice {
  given: string | undefined;
  isHostGiven: boolean;
}

interface LanOfStart {
  lan?: Lan | undefined;
  note?: string;
  /** Where nobody has chosen yet: has later starts serve the network too. */
  keepLan?: () => Promise<void>;
}

/** What was chosen for all starts must not stop one that is elsewhere, or is configured in another way: a note says so. */
export async function chooseLanOfStart(
  { given, isHostGiven }: Choice,
  home: string,
  { auth, finance, web }: AllInOneConfig,
): Promise<LanOfStart> {
  const choice = given ?? (await readLanChoice(home));
  if (choice === undefined) {
    const isFree = hasNoConflict(isHostGiven, auth.config, finance.config, web.config);
    return isFree ? { keepLan: () => keepLanChoice(home, LAN_ON) } : {};
  }
  try {
    const lan = chooseLan(choice);
    if (lan) requireNoConflict(isHostGiven, auth.config, finance.config, web.config);
    return { lan };
  } catch (error) {
    if (given !== undefined || !(error instanceof OperatorError)) throw error;
    return { note: `The network is not served this time.\n${error.message}` };
  }
}

function hasNoConflict(...configured: Parameters<typeof requireNoConflict>): boolean {
  try {
    requireNoConflict(...configured);
    return true;
  } catch (error) {
    if (error instanceof OperatorError) return false;
    throw error;
  }
}

interface OpenLan {
  listening: LanListening;
  web: WebLan;
  lines(financePort: number, displayPath: (path: string) => string): string[];
}

export async function openLan(lan: Lan, home: string, webPort: number): Promise<OpenLan> {
  const addresses = lan.addresses.map(({ address }) => address);
  const names = lan.names.filter((name) => name !== "localhost");
  const certificates = await openOwnAuthority(lanTlsFolder(home), {
    names: [...lan.names, "127.0.0.1", "::1", ...addresses],
    networks: ["127.0.0.1/32", "::1/128", ...lan.addresses.map(({ network }) => network)],
    title: `Cofre on ${lan.isNamed ? lan.host : (names[0] ?? lan.host)}`,
  });
  const listening = { addresses, tls: certificates.server };
  const { authority } = certificates;
  return {
    listening,
    web: { ...listening, names, url: lanUrl(lan, webPort), authority },
    lines: (financePort, displayPath) =>
      lanLines({
        lan,
        certificates,
        path: displayPath(certificates.path),
        webPort,
        financePort,
        basePath: BASE_PATH,
        colours: process.stdout.isTTY === true,
      }),
  };
}
