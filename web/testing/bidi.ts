// Test support: a page of a stock Firefox, driven by WebDriver BiDi. Clicks and keys are the browser's own.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { until } from "../../kernel/testing/until.ts";

interface Pending {
  resolve: (result: Record<string, unknown>) => void;
  reject: (error: Error) => void;
}

export interface FirefoxPage extends AsyncDisposable {
  version: string;
  /** Errors of scripts, and what the page reports as one. */
  faults: string[];
  open(url: string): Promise<void>;
  setCookie(name: string, value: string, host: string): Promise<void>;
  /** The value of an expression. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until the expression is true. */
  waitFor(what: string, expression: string): Promise<void>;
  /** Waits until no script is on its way. */
  settle(): Promise<void>;
  /** Clicks in the middle of the element that the expression finds. */
  click(expression: string): Promise<void>;
  type(text: string): Promise<void>;
  press(key: keyof typeof KEYS): Promise<void>;
}

/** As WebDriver names them. */
const KEYS = { Enter: "\uE007", Tab: "\uE004", Escape: "\uE00C", ArrowDown: "\uE015" } as const;

const LONGEST_MS = 30_000;

export async function openFirefox(program: string): Promise<FirefoxPage> {
  const folder = await temporaryFolder();
  const child = spawn(program, ["--headless", "--remote-debugging-port=0", "--profile", folder.path, "--no-remote"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const socket = new WebSocket(`${await addressOf(child)}/session`);
  await once(socket as unknown as NodeJS.EventEmitter, "open").catch(() => {});
  const { send, faults, loading } = talkOver(socket);
  const { capabilities } = (await send("session.new", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } })) as {
    capabilities: { browserVersion: string };
  };
  await send("session.subscribe", { events: ["log.entryAdded", ...REQUEST_EVENTS] });
  const { context } = await send("browsingContext.create", { type: "tab" });
  const evaluate = evaluator(send, String(context));
  const isTrue = async (expression: string) => (await evaluate(`Boolean(${expression})`)).value === true;
  const perform = (id: string, actions: object) => send("input.performActions", { context, actions: [{ id, ...actions }] });
  const keys = (values: readonly string[]) =>
    perform("keys", { type: "key", actions: values.flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value }))) });
  return {
    version: capabilities.browserVersion,
    faults,
    open: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    setCookie: async (name, value, domain) =>
      void (await send("storage.setCookie", {
        cookie: { name, value: { type: "string", value }, domain, path: "/", httpOnly: true, sameSite: "strict" },
      })),
    evaluate: async <T>(expression: string) => (await evaluate(expression)).value as T,
    waitFor: async (what, expression) => void (await until(what, () => isTrue(expression), LONGEST_MS)),
    settle: async () => {
      // A script that has come may ask for another.
      for (let round = 0; round < 2; round++) {
        await until("scripts", async () => loading.size === 0, LONGEST_MS);
        await evaluate("new Promise((resolve) => requestIdleCallback(resolve))");
      }
    },
    click: async (expression) => {
      await until(expression, () => isTrue(expression), LONGEST_MS);
      await evaluate(`${expression}.scrollIntoView({ block: "center" })`);
      const { sharedId } = await evaluate(expression);
      const move = { type: "pointerMove", x: 0, y: 0, origin: { type: "element", element: { sharedId } } };
      const actions = [move, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
      await perform("mouse", { type: "pointer", actions });
    },
    type: async (text) => void (await keys([...text])),
    press: async (key) => void (await keys([KEYS[key]])),
    [Symbol.asyncDispose]: async () => {
      await send("browser.close", {}).catch(() => {});
      if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Firefox prints where it listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stderr as NodeJS.ReadableStream })) {
    const [, url] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error("Firefox ended before it listened");
}

type Send = (method: string, params: object) => Promise<Record<string, unknown>>;

const REQUEST_EVENTS = ["network.beforeRequestSent", "network.responseCompleted", "network.fetchError"];

interface EventParams {
  level?: string;
  text?: string;
  request?: { request: string; url: string };
}

function talkOver(socket: WebSocket): { send: Send; faults: string[]; loading: Set<string> } {
  const pending = new Map<number, Pending>();
  const faults: string[] = [];
  const loading = new Set<string>();
  let count = 0;
  const note = (method: string, { level, text, request }: EventParams) => {
    if (level === "error") faults.push(text ?? "");
    if (!request?.url.includes("/assets/")) return;
    if (method === "network.beforeRequestSent") loading.add(request.request);
    else loading.delete(request.request);
  };
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as {
      id?: number;
      type: string;
      result?: Record<string, unknown>;
      error?: string;
      message?: string;
      method?: string;
      params?: EventParams;
    };
    if (message.type === "event") note(message.method ?? "", message.params ?? {});
    const waiting = pending.get(message.id ?? 0);
    pending.delete(message.id ?? 0);
    if (message.type === "success") waiting?.resolve(message.result ?? {});
    else waiting?.reject(new Error(`${message.error}: ${message.message}`));
  });
  const send: Send = (method, params) => {
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
    pending.set(++count, { resolve, reject });
    socket.send(JSON.stringify({ id: count, method, params }));
    return promise;
  };
  return { send, faults, loading };
}

interface RemoteValue {
  value?: unknown;
  sharedId?: string;
}

const evaluator = (send: Send, context: string) => async (expression: string) => {
  const reply = await send("script.evaluate", { expression, target: { context }, awaitPromise: true });
  if (reply.type === "exception") throw new Error((reply.exceptionDetails as { text: string }).text);
  return reply.result as RemoteValue;
};
