// Writes log lines to a file or standard output: in batches, in order, complete at exit.
import { closeSync, openSync, writeSync } from "node:fs";
import { OperatorError } from "../process/operator_error.ts";

export interface LogDestination {
  write(line: string): void;
  flush(): void;
  close(): void;
}

const MOST_WAITING_CHARACTERS = 16 * 1024 * 1024;
const RETRY_MILLISECONDS = 10;
const LAST_FLUSH_MILLISECONDS = 2000;

const open = new Set<LogDestination>();

function flushAll(): void {
  for (const destination of open) destination.flush();
}

/** Lines of one turn of the event loop are written together, synchronously. This keeps their order and loses none at exit. */
export function openLogDestination(file: string | undefined): LogDestination {
  // Opening this stream makes a pipe non-blocking, so that a slow reader does not block the event loop.
  const descriptor = file ? openLogFile(file) : process.stdout.fd;
  const backlog = openBacklog(descriptor);
  let dropped = 0;
  let scheduled = false;

  function writeWaiting(): void {
    scheduled = !backlog.write();
    if (scheduled) setTimeout(writeWaiting, RETRY_MILLISECONDS).unref();
  }

  const destination: LogDestination = {
    write(line) {
      if (backlog.isDead) return;
      if (backlog.bytes > MOST_WAITING_CHARACTERS) {
        dropped++;
        return;
      }
      backlog.add(Buffer.from((dropped === 0 ? "" : droppedNote(dropped)) + escapeControls(line)));
      dropped = 0;
      if (scheduled) return;
      scheduled = true;
      setImmediate(writeWaiting);
    },
    flush() {
      const end = Date.now() + LAST_FLUSH_MILLISECONDS;
      while (!backlog.write() && Date.now() < end)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MILLISECONDS);
    },
    close() {
      if (!open.delete(destination)) return;
      if (open.size === 0) process.off("exit", flushAll);
      destination.flush();
      backlog.isDead = true;
      if (file) closeSync(descriptor);
    },
  };
  if (open.size === 0) process.on("exit", flushAll);
  open.add(destination);
  return destination;
}

/** What is still to be written. */
function openBacklog(descriptor: number) {
  let waiting: Buffer[] = [];
  const backlog = {
    bytes: 0,
    isDead: false,
    add(bytes: Buffer): void {
      waiting.push(bytes);
      backlog.bytes += bytes.length;
    },
    /** False while a slow reader keeps us from writing. */
    write(): boolean {
      try {
        while (waiting.length > 0) {
          const batch = waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting);
          const written = writeSync(descriptor, batch);
          backlog.bytes -= written;
          waiting = written < batch.length ? [batch.subarray(written)] : [];
        }
        return true;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "EAGAIN" || code === "EINTR") return false;
        // A full disk or a closed pipe must not stop the service; these lines are lost, later ones may succeed.
        waiting = [];
        backlog.bytes = 0;
        backlog.isDead = code === "EPIPE" || code === "EBADF";
        return true;
      }
    },
  };
  return backlog;
}

function droppedNote(count: number): string {
  const msg = `${count} log lines dropped: the reader of the log is too slow`;
  return `${JSON.stringify({ level: "warn", time: new Date().toISOString(), msg })}\n`;
}

function openLogFile(file: string): number {
  try {
    return openSync(file, "a", 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      `LOG_FILE: cannot open ${JSON.stringify(file)} for appending (${code ?? message}); allowed: a file in a folder that exists and can be written to`,
    );
  }
}

/** JSON escapes only the first control characters. Others could break a line or control a terminal. */
function escapeControls(line: string): string {
  return line.replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
