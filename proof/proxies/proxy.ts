// The proxies of docs/proxies that run here: their programs, and how a page's configuration is fitted to a folder and to free ports.
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { issueCertificate } from "../../kernel/http/issue_certificate.ts";
import { replaced } from "./page.ts";

export interface Ports {
  web: number;
  auth: number;
  finance: number;
  https: number;
  http: number;
}

export interface ProxyProgram {
  /** The page's name, and the program's. */
  name: string;
  language: string;
  /** Its version as it says it; undefined where it is not installed. */
  version(): string | undefined;
  /** Writes what it needs; returns its command line and the path of the certificate that clients trust. */
  prepare(configuration: string, folder: string, ports: Ports): Promise<{ command: readonly string[]; ca: string }>;
}

function versionOf({ error, stdout, stderr }: SpawnSyncReturns<string>): string | undefined {
  return error
    ? undefined
    : (stdout || stderr)
        .trim()
        .split(" ")
        .find((word) => /\d+\.\d+/.test(word));
}

const SERVICES = (ports: Ports) =>
  [
    ["127.0.0.1:8080", `127.0.0.1:${ports.web}`],
    ["127.0.0.1:8081", `127.0.0.1:${ports.auth}`],
    ["127.0.0.1:8082", `127.0.0.1:${ports.finance}`],
  ] as const;

const caddy: ProxyProgram = {
  name: "caddy",
  language: "caddyfile",
  version: () => versionOf(spawnSync("caddy", ["version"], { encoding: "utf8" })),
  prepare: async (configuration, folder, ports) => {
    // An authority of its own in place of Let's Encrypt, and no port that needs rights.
    const globals = `{
	admin off
	local_certs
	skip_install_trust
	default_bind 127.0.0.1
	https_port ${ports.https}
	http_port ${ports.http}
	storage file_system ${join(folder, "storage")}
}
`;
    const path = join(folder, "Caddyfile");
    await writeFile(path, globals + replaced(configuration, SERVICES(ports)));
    return {
      command: ["caddy", "run", "--config", path, "--adapter", "caddyfile"],
      ca: join(folder, "storage/pki/authorities/local/root.crt"),
    };
  },
};

const DAY_MS = 86_400_000;
const NAMES = ["app", "auth", "finance"].map((name) => `${name}.example.com`);

const nginx: ProxyProgram = {
  name: "nginx",
  language: "nginx",
  // It says it on its stream of errors.
  version: () => versionOf(spawnSync("nginx", ["-v"], { encoding: "utf8" })),
  prepare: async (configuration, folder, ports) => {
    const [cert, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
    const dates = { from: new Date(Date.now() - DAY_MS), until: new Date(Date.now() + DAY_MS) };
    const pair = await issueCertificate({ commonName: "proxies", names: NAMES, signs: "every name", ...dates });
    await writeFile(cert, pair.cert);
    await writeFile(key, pair.key, { mode: 0o600 });
    const text = replaced(configuration, [
      ...SERVICES(ports),
      ["/etc/letsencrypt/live/example.com/fullchain.pem", cert],
      ["/etc/letsencrypt/live/example.com/privkey.pem", key],
      ["listen 443 ssl", `listen 127.0.0.1:${ports.https} ssl`],
      ["listen 80;", `listen 127.0.0.1:${ports.http};`],
    ]);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (each) => `${each}_temp_path ${join(folder, each)};`,
    );
    const path = join(folder, "nginx.conf");
    // As in Debian's nginx.conf, which includes the file of the page within http.
    const main = `daemon off;\npid ${join(folder, "pid")};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary.join("\n")}\n${text}}\n`;
    await writeFile(path, process.getuid?.() === 0 ? `user root;\n${main}` : main);
    return { command: ["nginx", "-p", folder, "-e", "stderr", "-c", path], ca: cert };
  },
};

export const PROXIES: readonly ProxyProgram[] = [caddy, nginx];

/** On pages only: Debian does not have them. */
export const NOT_RUN = ["traefik", "cloudflare_tunnel", "tailscale"];
