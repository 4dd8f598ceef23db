// Test support: web in front of an auth and a finance service, and a browser of sorts: it keeps cookies and says where its requests come from.
import { fileURLToPath } from "node:url";
import { startTestFinance, type TestFinance } from "../finance/testing.ts";
import { freePort } from "../kernel/embedded_postgres/free_port.ts";
import type { RunningService } from "../kernel/process/start_service.ts";
import { type Call, call, type Reply } from "../kernel/testing/client.ts";
import { type LoggedLine, recordingLog } from "../kernel/testing/log.ts";
import { shared } from "../kernel/testing/shared.ts";
import { readWebConfig } from "./config.ts";
import type { WebWorld } from "./endpoint.ts";
import { startWeb } from "./main.ts";

export interface TestWeb extends AsyncDisposable {
  url: string;
  finance: TestFinance;
  service: RunningService<WebWorld>;
  logged: LoggedLine[];
  browser(): TestBrowser;
  /** Another process of the same service. */
  replica(): Promise<{ url: string; browser(): TestBrowser } & AsyncDisposable>;
}

export interface TestBrowser {
  cookies: Map<string, string>;
  /** Opens an address, as by the address bar. */
  open(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** Sends the form of one of our pages. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Reply>;
  /** What the app's script does. */
  fetch(path: string, options?: Call): Promise<Reply>;
}

const SECRET = "a secret for tests that is long enough to be quiet";
const FOLDER = fileURLToPath(new URL("../.runtime", import.meta.url));

interface TestWebOptions {
  /** Variables of web, auth and finance by their names without the prefix. */
  web?: Record<string, string>;
  auth?: Record<string, string>;
  finance?: Record<string, string>;
  /** Whether auth sends its mails, to the mail server that its variables name. */
  delivers?: boolean;
  /** Of the built documentation. */
  docsFolder?: string;
}

export async function startTestWeb(options: TestWebOptions = {}): Promise<TestWeb> {
  await using opened = new AsyncDisposableStack();
  // Passkeys and mails name web's address, so its port is known before auth starts.
  const port = await freePort();
  // Tests write days in UTC, whatever the hour is in Brazil.
  const variables = { TIME_ZONE: "UTC", ...options.finance };
  const finance = opened.use(
    await startTestFinance(variables, {
      auth: authVariables(port, options.auth),
      ...(options.delivers !== undefined && { delivers: options.delivers }),
    }),
  );
  const log = recordingLog();
  const start = async (at: number) => {
    const environment = {
      WEB_PORT: String(at),
      WEB_AUTH_URL: finance.auth.url,
      WEB_FINANCE_URL: finance.url,
      WEB_FINANCE_CA: finance.certificate.path,
      WEB_SECRET_KEY: SECRET,
      ...Object.fromEntries(Object.entries(options.web ?? {}).map(([name, value]) => [`WEB_${name}`, value])),
    };
    const { config, faults } = readWebConfig(environment);
    if (faults.length > 0) throw new Error(faults.join("\n"));
    const service = await startWeb({
      config,
      buildFolders: [FOLDER],
      log,
      now: finance.clock.now,
      docsFolder: options.docsFolder,
    });
    const url = `http://localhost:${service.port}`;
    return { url, service, browser: () => openBrowser(url) };
  };
  const first = await start(port);
  opened.defer(first.service.stop);
  const running = opened.move();
  return {
    ...first,
    finance,
    logged: log.lines,
    replica: async () => {
      const another = await start(0);
      return { ...another, [Symbol.asyncDispose]: another.service.stop };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** One for all tests of a file. */
export function shareTestWeb(...options: Parameters<typeof startTestWeb>): TestWeb {
  return shared(() => startTestWeb(...options));
}

function authVariables(port: number, input: Record<string, string> = {}): Record<string, string> {
  return { SITE_URL: `http://localhost:${port}`, MAILER_AUTOCONFIRM: "false", ...input };
}

/** `ca`: the authority that it trusts (PEM). */
export function openBrowser(url: string, ca?: string): TestBrowser {
  const cookies = new Map<string, string>();
  const send = async (path: string, { headers, ...options }: Call): Promise<Reply> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const host = new URL(url).host;
    const reply = await call(url.replace("localhost", "127.0.0.1") + path, {
      ...(ca !== undefined && { ca }),
      ...options,
      headers: { host, accept: "text/html", ...(cookie && { cookie }), ...headers },
    });
    for (const header of reply.headers["set-cookie"] ?? []) keep(cookies, header);
    return reply;
  };
  return {
    cookies,
    open: (path, headers = {}) => send(path, { headers: { "sec-fetch-site": "none", ...headers } }),
    post: (path, fields, headers = {}) =>
      send(path, {
        method: "POST",
        body: new URLSearchParams(fields).toString(),
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "same-origin",
          origin: url,
          ...headers,
        },
      }),
    fetch: (path, options = {}) =>
      send(path, { ...options, headers: { accept: "application/json", "sec-fetch-site": "same-origin", ...options.headers } }),
  };
}

function keep(cookies: Map<string, string>, header: string): void {
  const [pair = "", ...attributes] = header.split("; ");
  const [name = "", value = ""] = pair.split("=", 2);
  if (attributes.includes("Max-Age=0")) cookies.delete(name);
  else cookies.set(name, value);
}

/** Somebody with a confirmed address, signed in by the page. */
export async function signedIn(web: TestWeb, email: string): Promise<TestBrowser & { password: string }> {
  const password = `the password of ${email}`;
  const { auth } = web.finance;
  const created = await auth.post("/admin/users", { email, password, email_confirm: true }, auth.admin);
  if (created.status !== 200) throw new Error(created.text);
  const browser = web.browser();
  const reply = await browser.post("/sign_in", { email, password });
  if (reply.status !== 303) throw new Error(reply.text);
  return { ...browser, password };
}
