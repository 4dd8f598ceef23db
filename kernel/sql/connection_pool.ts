// Connections of two kinds: a few that many statements share at once, and more that one transaction has for itself at a time.
import { type Connection, type ConnectionOptions, openConnection } from "./connection.ts";
import { DatabaseAway } from "./database_away.ts";

/** After a failed try, how long statements are refused at once instead of each trying again. */
const PAUSE_AFTER_FAILURE_MS = 100;

/** Opens connections, unless the last try failed a moment ago: a database that is away is not stormed by every request. */
function opener(options: ConnectionOptions, onClose: (connection: Connection) => void): () => Connection {
  let failedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - failedAt < PAUSE_AFTER_FAILURE_MS)
      throw new DatabaseAway("the database could not be reached a moment ago");
    return openConnection(options, (connection) => {
      if (!connection.wasConnected) failedAt = performance.now();
      onClose(connection);
    });
  };
}

export interface SharedConnections {
  /** A connection for statements that do not wait for locks. None where all of them have stopped answering, or there are to be none. */
  next(): Connection | undefined;
  close(): Promise<void>;
}

/** Statements that go out together cost both ends less than each by itself, so a wait of this length is worth it. */
const WORTH_WAITING_MS = 6;

/** A connection that is only busy answers far more often. One that is silent for so long is stuck in one statement, and nobody joins it. */
const STUCK_MS = 250;

/** As few as keep up: the first on which a statement would not wait for long. When all of them lag behind, the one that lags least. */
export function shareConnections(options: ConnectionOptions, size: number): SharedConnections {
  const connections: Connection[] = [];
  const open = opener(options, (lost) => {
    const index = connections.indexOf(lost);
    if (index >= 0) connections.splice(index, 1);
  });
  return {
    next: () => {
      let least: Connection | undefined;
      let leastMs = Number.POSITIVE_INFINITY;
      for (const each of connections) {
        const backlogMs = each.backlogMs();
        if (backlogMs < WORTH_WAITING_MS) return each;
        if (backlogMs < leastMs && each.silentMs() < STUCK_MS) [least, leastMs] = [each, backlogMs];
      }
      if (connections.length >= size) return least;
      const fresh = open();
      connections.push(fresh);
      return fresh;
    },
    close: async () => void (await Promise.all(connections.map((connection) => connection.close()))),
  };
}

export interface ExclusiveConnections {
  /** Calls the work with a connection that nobody else has. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const LONGEST_WAIT_MS = 2_000;
const IDLE_MS = 60_000;

export function lendConnections(options: ConnectionOptions, most: number): ExclusiveConnections {
  const idle: Idle[] = [];
  const waiting = openWaitingList();
  let lent = 0;
  const open = opener(options, (connection) => {
    takeOut(idle, connection);
  });

  async function acquire(): Promise<Connection> {
    if (lent >= most) return (await waiting.nextSlot()) ?? openInSlot();
    lent++;
    const connection = idle.pop();
    clearTimeout(connection?.timer);
    return connection?.connection ?? openInSlot();
  }

  function openInSlot(): Connection {
    try {
      return open();
    } catch (error) {
      giveBack(undefined);
      throw error;
    }
  }

  function giveBack(connection: Connection | undefined): void {
    const usable = connection?.open ? connection : undefined;
    if (waiting.serve(usable)) return;
    lent--;
    if (usable) idle.push({ connection: usable, timer: setTimeout(() => retire(usable), IDLE_MS).unref() });
  }

  function retire(connection: Connection): void {
    takeOut(idle, connection);
    void connection.close();
  }

  return {
    use: async (work) => {
      const connection = await acquire();
      try {
        return await work(connection);
      } finally {
        giveBack(connection);
      }
    },
    close: async () => {
      const closing = idle.splice(0);
      for (const { timer } of closing) clearTimeout(timer);
      await Promise.all(closing.map(({ connection }) => connection.close()));
    },
  };
}

/** Who waits for a slot gets its connection with it, if that still works. */
function openWaitingList() {
  const waiting: ((connection: Connection | undefined) => void)[] = [];
  return {
    nextSlot(): Promise<Connection | undefined> {
      const slot = Promise.withResolvers<Connection | undefined>();
      waiting.push(slot.resolve);
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(slot.resolve), 1);
        slot.reject(new DatabaseAway("no connection came free in time"));
      }, LONGEST_WAIT_MS);
      return slot.promise.finally(() => clearTimeout(timer));
    },
    /** False: nobody waits. */
    serve(connection: Connection | undefined): boolean {
      const next = waiting.shift();
      next?.(connection);
      return next !== undefined;
    },
  };
}

interface Idle {
  connection: Connection;
  timer: NodeJS.Timeout;
}

function takeOut(idle: Idle[], connection: Connection): void {
  const index = idle.findIndex((each) => each.connection === connection);
  if (index >= 0) clearTimeout(idle.splice(index, 1)[0]?.timer);
}
