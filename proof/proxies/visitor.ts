// A client of the proxy from an address of its own: resolves the names of the pages to loopback, trusts the proxy's authority, keeps cookies.
import { Agent } from "node:https";
import { type Call, call, type Reply } from "../../kernel/testing/client.ts";

export interface Visitor {
  /** `at`: the first label of the host, such as `app`. */
  send(at: string, path: string, options?: Call): Promise<Reply>;
  open(path: string): Promise<Reply>;
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Reply>;
  fetch(path: string, options?: Call): Promise<Reply>;
  /** As the browser got them, with their attributes. */
  setCookies: string[];
}

/** `localAddress`: all of 127.0.0.0/8 is this machine on Linux; the proxy takes it for the client's. */
export function visitorOf(port: number, ca: string, localAddress: string): Visitor {
  const cookies = new Map<string, string>();
  const setCookies: string[] = [];
  const send = async (at: string, path: string, { headers, ...options }: Call = {}) => {
    const host = `${at}.example.com`;
    const agent = new Agent({ ca, servername: host, localAddress });
    const sent = { ...options, headers: { host: `${host}:${port}`, ...headers }, agent, timeoutMs: 60_000 };
    return call(`https://127.0.0.1:${port}${path}`, sent).finally(() => agent.destroy());
  };
  const browse = async (path: string, { headers, ...options }: Call) => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const reply = await send("app", path, {
      ...options,
      headers: { accept: "text/html", ...(cookie && { cookie }), ...headers },
    });
    for (const each of reply.headers["set-cookie"] ?? []) {
      setCookies.push(each);
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (each.includes("Max-Age=0")) cookies.delete(name);
      else cookies.set(name, value);
    }
    return reply;
  };
  const own = { "sec-fetch-site": "same-origin", origin: `https://app.example.com:${port}` };
  const form = { ...own, "content-type": "application/x-www-form-urlencoded" };
  return {
    send,
    setCookies,
    open: (path) => browse(path, { headers: { "sec-fetch-site": "none" } }),
    post: (path, fields, headers) =>
      browse(path, { method: "POST", body: String(new URLSearchParams(fields)), headers: { ...form, ...headers } }),
    fetch: (path, options = {}) =>
      browse(path, { ...options, headers: { accept: "application/json", ...own, ...options.headers } }),
  };
}
