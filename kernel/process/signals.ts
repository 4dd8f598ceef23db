// Ends the process on signals: the first one drains, the second one forces the end.

const SAME_KEYSTROKE_MS = 1_000;
const LONGEST_STOP_MS = 15_000;

/** Calls `stop` once at SIGINT, SIGTERM, SIGHUP or the loss of the parent. Exits 0, or 1 if stopping fails or times out. */
export function stopOnSignal(stop: () => Promise<void>, say: (line: string) => void): void {
  let firstAt: number | undefined;
  const end = (reason: string) => {
    if (firstAt !== undefined) {
      // Ctrl-C arrives twice: from the terminal, and from the process that started us.
      if (performance.now() - firstAt < SAME_KEYSTROKE_MS) return;
      say("Stopped by force.");
      process.exit(1);
    }
    firstAt = performance.now();
    say(`${reason}: finishing requests in progress. Again to force.`);
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    stop().then(
      () => process.exit(0),
      (error) => {
        say(`Stopping failed: ${error.message}`);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(signal));
  process.on("disconnect", () => end("The parent process is gone"));
}
