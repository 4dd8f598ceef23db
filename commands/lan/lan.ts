// --lan: web and finance by HTTPS at this machine's addresses in its private network. Auth and the metrics stay on this machine, because they
// speak plain HTTP; browsers reach auth through web.
import { isIP } from "node:net";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { isThisMachine } from "../open_to.ts";
import { UsageError } from "../problems.ts";
import { allAddresses, isPrivate, type LanAddress, lanAddresses, localName, ownAddress } from "./addresses.ts";

export interface Lan {
  addresses: readonly LanAddress[];
  /** DNS names that the certificate is for. */
  names: readonly string[];
  /** As in links: the chosen name, or the first address. */
  host: string;
  isNamed: boolean;
}

export const LAN_ON = "on";
const LAN_OFF = "off";

/** Names that nobody can own in the public DNS: of one label, or below a reserved domain. */
const LOCAL_NAME =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(\.local|\.home\.arpa|\.internal|\.lan|\.home)$|^[a-z]([a-z0-9-]*[a-z0-9])?$/;

/** `choice`: the value of --lan. Throws with a line that says what to do. */
export function chooseLan(choice: string): Lan | undefined {
  if (choice === LAN_OFF) return undefined;
  const own = localName();
  const names = ["localhost", ...(own ? [own] : [])];
  if (choice === LAN_ON) return lanAt(everyAddress(), names);
  if (isIP(choice)) return lanAt([givenAddress(choice)], names);
  const name = choice.toLowerCase();
  if (!LOCAL_NAME.test(name) || name === "localhost") {
    throw new UsageError(
      `--lan takes an address of this machine, a name of your network such as ${own ?? "cofre.local"} or cofre.home.arpa, or off, but got "${choice}".`,
    );
  }
  return { ...lanAt(everyAddress(), [...new Set([...names, name])]), host: name, isNamed: true };
}

function lanAt(addresses: readonly LanAddress[], names: readonly string[]): Lan {
  return { addresses, names, host: (addresses[0] as LanAddress).address, isNamed: false };
}

function everyAddress(): LanAddress[] {
  const addresses = lanAddresses();
  if (addresses.length > 0) return addresses;
  const others = allAddresses().map((each) => `${each.address} (${each.interface})`);
  throw new OperatorError(
    `--lan: this machine has no private address (10.*, 172.16.* to 172.31.*, 192.168.*, fc00::/7)${others.length > 0 ? `, only ${others.join(", ")}` : ""}. Connect it to your network, or name its address: --lan ADDRESS. On a public address run it behind a proxy: docs/proxies.`,
  );
}

function givenAddress(address: string): LanAddress {
  const own = ownAddress(address);
  if (!own) {
    const own = allAddresses().map((each) => each.address);
    throw new OperatorError(
      `--lan: ${address} is not an address of this machine; it has ${own.join(", ") || "none but its own loopback"}.`,
    );
  }
  if (address === "127.0.0.1" || (!isPrivate(address) && !isThisMachine(address)))
    throw new OperatorError(
      `--lan: ${address} is ${address === "127.0.0.1" ? "this machine alone" : "not a private address"}. On a public address run Cofre behind a proxy: docs/proxies.`,
    );
  return own;
}

interface Settings {
  host: string | undefined;
  port: number;
}

/** What --lan would have to contradict. */
export function requireNoConflict(
  isHostGiven: boolean,
  auth: { apiHost: string | undefined },
  finance: Settings & { tlsCert: string | undefined },
  web: Settings & { tlsCert: string | undefined; externalUrl: string | undefined },
): void {
  const conflicts = [
    isHostGiven && "--host, which opens every service, auth in plain HTTP too",
    !isThisMachine(auth.apiHost) && "AUTHSVC_API_HOST: auth is never open to the network in plain HTTP",
    !isThisMachine(finance.host) && "FINANCE_HOST",
    !isThisMachine(web.host) && "WEB_HOST",
    finance.tlsCert !== undefined && "FINANCE_TLS_CERT",
    web.tlsCert !== undefined && "WEB_TLS_CERT",
    web.externalUrl !== undefined && `WEB_EXTERNAL_URL; --lan NAME serves by a name`,
  ].filter((each) => each !== false);
  if (conflicts.length > 0)
    throw new OperatorError(
      `--lan chooses addresses and certificates itself. Leave out --lan, or:\n${conflicts.map((each) => `  ${each}`).join("\n")}`,
    );
}

/** The origin of a service for devices in the network. */
export const lanUrl = ({ host }: Pick<Lan, "host">, port: number) => `https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
