// Progress on standard error, so that standard output can be redirected.
const EVERY_MS = 3_000;

export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0);

export function openProgress(what: string): (bytes: number, of: number | undefined) => void {
  let last = performance.now();
  return (bytes, of) => {
    if (performance.now() - last < EVERY_MS) return;
    last = performance.now();
    console.error(`${what} ${megabytes(bytes)} MB${of ? ` of about ${megabytes(Math.max(of, bytes))}` : ""} ...`);
  };
}
