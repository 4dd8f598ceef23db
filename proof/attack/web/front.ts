// Our own web service in front of a pair, in this process, with a clock that cases can move.
import { recordingLog } from "../../../kernel/testing/log.ts";
import { readWebConfig } from "../../../web/config.ts";
import { startWeb } from "../../../web/main.ts";
import { openBrowser, type TestBrowser } from "../../../web/testing.ts";
import { openWorkFolder } from "../../harness/work_folder.ts";
import type { Pair } from "../pair.ts";

export interface Front extends AsyncDisposable {
  url: string;
  browser(): TestBrowser;
  /** Signs in with the password. */
  signedIn(user: { email: string; password: string }): Promise<TestBrowser>;
  logs(): string;
  advance(seconds: number): void;
}

export async function openFront(pair: Pair, variables: Record<string, string> = {}): Promise<Front> {
  const { certificate } = pair.inside;
  const [authUrl = "", financeUrl = ""] = [pair.auth.urls[0], pair.finance.urls[0]];
  const { config, faults } = readWebConfig({
    WEB_PORT: "0",
    WEB_AUTH_URL: authUrl,
    WEB_FINANCE_URL: financeUrl,
    WEB_FINANCE_CA: certificate,
    WEB_SECRET_KEY: "a secret of this case alone, long enough to be one",
    WEB_LOG_LEVEL: "debug",
    ...variables,
  });
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const folder = await openWorkFolder("web");
  const log = recordingLog();
  let ahead = 0;
  const service = await startWeb({ config, buildFolders: [folder.path], log, now: () => new Date(Date.now() + ahead * 1000) });
  const url = `http://localhost:${service.port}`;
  return {
    url,
    browser: () => openBrowser(url),
    signedIn: async ({ email, password }) => {
      const browser = openBrowser(url);
      const reply = await browser.post("/sign_in", { email, password });
      if (reply.status !== 303) throw new Error(`${reply.status} ${reply.text.slice(0, 500)}`);
      return browser;
    },
    logs: () => JSON.stringify(log.lines),
    advance: (seconds) => {
      ahead += seconds;
    },
    [Symbol.asyncDispose]: async () => {
      await service.stop();
      folder[Symbol.dispose]();
    },
  };
}
