// Calls one service, alternating between its replicas.
import type { Reply } from "../../kernel/testing/client.ts";
import type { HttpClient, Sending as HttpSending } from "../harness/http_client.ts";
import type { Secrets } from "./secrets.ts";

export interface Sending extends HttpSending {
  /** The replica's index; by default they alternate. */
  replica?: number;
}

export interface ServiceClient {
  /** URLs of the replicas, without a trailing slash. */
  urls: readonly string[];
  send(path: string, sending?: Sending): Promise<Reply>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Counts of statuses over all calls. */
  statuses: Map<number, number>;
  /** Answers for later checks; a long run keeps only some. */
  replies: { call: string; text: string }[];
}

export interface ClientWorld {
  http: HttpClient;
  urls: () => readonly string[];
  headers: Record<string, string>;
  secrets: Secrets;
}

const MOST_REPLIES = 20_000;

export function openServiceClient({ http, urls, headers: usual, secrets }: ClientWorld): ServiceClient {
  let calls = 0;
  const client: ServiceClient = {
    get urls() {
      return urls();
    },
    send: async (path, sending = {}) => {
      const list = urls();
      const { replica = calls++, ...rest } = sending;
      const base = list[replica % list.length] as string;
      const reply = await http.send(base + path, { ...rest, headers: { ...usual, ...rest.headers } });
      if (/^application\/json\b/.test(reply.headers["content-type"] ?? "") && reply.text !== "") JSON.parse(reply.text);
      client.statuses.set(reply.status, (client.statuses.get(reply.status) ?? 0) + 1);
      if (reply.status < 400) secrets.harvest(reply.body, reply.headers.location);
      const call = `${sending.method ?? "GET"} ${path.split("?")[0]}`;
      if (client.replies.length < MOST_REPLIES) client.replies.push({ call, text: reply.text });
      return reply;
    },
    get: (path, headers = {}) => client.send(path, { headers }),
    post: (path, body, headers = {}) => client.send(path, { method: "POST", body, headers }),
    put: (path, body, headers = {}) => client.send(path, { method: "PUT", body, headers }),
    delete: (path, body, headers = {}) => client.send(path, { method: "DELETE", body, headers }),
    statuses: new Map(),
    replies: [],
  };
  return client;
}
