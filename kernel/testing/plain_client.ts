// Test support: a connection with the server's default settings instead of ours.
import { connectClient } from "../sql/client.ts";
import type { Settings } from "../sql/session.ts";

export interface PlainClient extends AsyncDisposable {
  /** One statement with placeholders, or several without; the last one's rows are returned. */
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
}

export async function plainClient(url: string, settings: Settings = {}): Promise<PlainClient> {
  const { client, end } = await connectClient({ url, settings, name: "plain" });
  return {
    query: async <Row>(text: string, values?: unknown[]) => [await client.query(text, values)].flat().at(-1)?.rows as Row[],
    [Symbol.asyncDispose]: () => end(),
  };
}
