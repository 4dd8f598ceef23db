// Hears what is notified on a channel of PostgreSQL, on a connection of its own that is opened again when it is lost.
import { setTimeout as sleep } from "node:timers/promises";
import { type ConnectedClient, connectClient } from "./client.ts";

export interface Listening {
  stop(): Promise<void>;
}

export interface ListenOptions {
  url: string;
  channel: string;
  /** Shown in `pg_stat_activity`. */
  name: string;
  /** Called with the payload of each notification; without one for each new connection, before which some may have been missed. */
  onNotify: (payload?: string) => void;
}

const RECONNECT_AFTER_MS = 1_000;

export function listen({ url, channel, name, onNotify }: ListenOptions): Listening {
  const over = new AbortController();
  let connected: ConnectedClient | undefined;

  async function connectAndListen(): Promise<void> {
    connected = await connectClient({ url, name, settings: {} });
    if (over.signal.aborted) return;
    const { client } = connected;
    const lost = new Promise<void>((resolve) => client.once("end", resolve));
    client.on("notification", ({ payload }) => onNotify(payload ?? ""));
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    onNotify();
    await lost;
  }

  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      // A database that is away is reported by the statements that need it.
      await connectAndListen().catch(() => {});
      await connected?.end().catch(() => {});
      connected = undefined;
      await sleep(RECONNECT_AFTER_MS, undefined, { signal: over.signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    stop: async () => {
      over.abort();
      connected?.destroy();
      await running;
    },
  };
}
