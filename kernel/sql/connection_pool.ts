// Two kinds of connections: a few that many statements share, and more that one transaction uses at a time.
import { type Connection, type ConnectionOptions, openConnection } from "./connection.ts";
import { DatabaseAway } from "./database_away.ts";

/** After a failed connect, statements fail at once for this long. */
const PAUSE_AFTER_FAILURE_MS = 100;

/** Opens connections, unless a recent attempt failed, to spare an unavailable database. */
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
  /** A connection for statements that do not wait for locks. Undefined if all are stuck or there are none. */
  next(): Connection | undefined;
  close(): Promise<void>;
}

/** Batched statements are cheaper for both ends, so this wait is acceptable. */
const WORTH_WAITING_MS = 6;

/** A busy connection answers far more often. One that is silent for this long is stuck, and gets no more statements. */
const STUCK_MS = 250;

/** Uses as few connections as possible: the first without a long wait, otherwise the one with the shortest. */
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
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const LONGEST_WAIT_MS = 2_000;
const IDLE_SECONDS = 60;

export interface LendingLimits {
  most: number;
  /** Unused connections beyond these are closed at once. */
  mostIdle?: number | undefined;
  /** Unused connections are closed after this. */
  idleSeconds?: number | undefined;
}

export function lendConnections(
  options: ConnectionOptions,
  { most, mostIdle = most, idleSeconds = IDLE_SECONDS }: LendingLimits,
): ExclusiveConnections {
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
    if (usable && idle.length >= mostIdle) void usable.close();
    else if (usable) idle.push({ connection: usable, timer: setTimeout(() => retire(usable), idleSeconds * 1000).unref() });
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
