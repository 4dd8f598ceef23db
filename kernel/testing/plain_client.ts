// Test support: a connection with the settings that the server gives to anybody, beside those of the service.
import { connectClient } from "../sql/client.ts";
import type { Settings } from "../sql/session.ts";

export interface PlainClient extends AsyncDisposable {
  /** A statement with numbered placeholders, or several without any, of which the last answers. */
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
}

export async function plainClient(url: string, settings: Settings = {}): Promise<PlainClient> {
  const { client, end } = await connectClient({ url, settings, name: "plain" });
  return {
    query: async <Row>(text: string, values?: unknown[]) => [await client.query(text, values)].flat().at(-1)?.rows as Row[],
    [Symbol.asyncDispose]: () => end(),
  };
}
