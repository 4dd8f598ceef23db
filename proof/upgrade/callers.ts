// Callers, and requests in their name.
import type { Reply } from "../../kernel/testing/client.ts";
import type { ServiceName } from "../harness/cofre_process.ts";
import type { Stage } from "./stage.ts";

/** Authorization headers by name, such as `owner`. */
export type Callers = Record<string, string>;

export interface Call {
  service: ServiceName;
  path: string;
  /** A name of `Callers`; anonymous by default. */
  as?: string;
  method?: string;
  body?: object | undefined;
  headers?: Record<string, string>;
}

export async function callAs({ client, urls }: Pick<Stage, "client" | "urls">, callers: Callers, call: Call): Promise<Reply> {
  const { service, path, as, method = "GET", body, headers } = call;
  const authorization = as === undefined ? undefined : callers[as];
  return client.send(urls[service] + path, {
    method,
    ...(body && { body }),
    headers: { "user-agent": "upgrade", ...(authorization && { authorization }), ...headers },
  });
}

/** The body of a success. */
export async function requireSuccess<Body>(stage: Stage, callers: Callers, call: Call): Promise<Body> {
  const { status, text, body } = await callAs(stage, callers, call);
  if (status >= 300) throw new Error(`${call.method ?? "GET"} ${call.service} ${call.path}: ${status} ${text}`);
  return body as Body;
}
