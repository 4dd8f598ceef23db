// What the start says of the network: where web and finance are, what a phone must trust, and the code to scan.
import { X509Certificate } from "node:crypto";
import type { OwnAuthority } from "../../kernel/http/own_authority.ts";
import { type Lan, lanUrl } from "./lan.ts";
import { qrLines } from "./qr_lines.ts";

interface LanStart {
  lan: Lan;
  certificates: OwnAuthority;
  /** Of the authority, for the terminal. */
  path: string;
  webPort: number;
  financePort: number;
  basePath: string;
  colours: boolean;
}

export function lanLines({ lan, certificates, path, webPort, financePort, basePath, colours }: LanStart): string[] {
  const { addresses, host, isNamed } = lan;
  const web = lanUrl(lan, webPort);
  const fingerprint = new X509Certificate(certificates.authority).fingerprint256.split(":");
  const others = addresses.filter(({ address }) => address !== host).map(({ address }) => lanUrl({ host: address }, webPort));
  const passkeys = isNamed
    ? `work at ${host}, and no longer at localhost; phones must find that name`
    : "need a name and work at localhost alone: for phones start with --lan NAME";
  return [
    "At home, for every device in your network:",
    "",
    `  web       ${[web, ...others].join("\n            ")}`,
    `  finance   ${lanUrl(lan, financePort)}${basePath}`,
    `  passkeys  ${passkeys}`,
    `  trust     ${web}/trust explains how a phone trusts this server; the browser warns once before.${
      certificates.isNew ? "\n            The authority is new: no device trusts it yet." : ""
    }`,
    `            Its SHA-256 is the same there:`,
    ...[0, 8, 16, 24].map((from) => `              ${fingerprint.slice(from, from + 8).join(" ")}`),
    `            Or carry it over yourself: ${path}`,
    "",
    ...qrLines(`${web}/trust`, { colours }).map((line) => `  ${line}`),
    "",
  ];
}
