// Sends the fuzzer's requests unchanged.
import { openHttpClient } from "../../harness/http_client.ts";
import type { FuzzRequest } from "./requests.ts";
import type { FuzzReply } from "./verdict.ts";

export interface Transport {
  /** Throws if there is no answer. `base` is a replica's URL. */
  send(base: string, request: FuzzRequest, authorization: string | undefined): Promise<FuzzReply>;
  close(): void;
}

export function openTransport(): Transport {
  const http = openHttpClient({ ca: "any", timeoutMs: 90_000, resendsStale: true });
  return {
    send: (base, { service, method, path, headers: given, body }, authorization) => {
      const usual = { ...(service === "finance" && { "user-agent": "Fuzz (fuzz@example.com)" }) };
      const headers = { ...usual, ...given, ...(authorization && { authorization }) };
      return http.send(base, { method, headers, body, path: `${new URL(base).pathname.replace(/\/$/, "")}${path}` });
    },
    close: http.close,
  };
}
