// A clock that stands still until a test moves it.

export interface FakeClock {
  /** Bound, so that `clock.now` can be passed as a function. */
  now(): Date;
  set(time: string | Date): void;
  /** Negative seconds go back, like a corrected clock. */
  advance(seconds: number): void;
}

export function fakeClock(start: string | Date): FakeClock {
  let milliseconds = read(start);
  return {
    now: () => new Date(milliseconds),
    set(time) {
      milliseconds = read(time);
    },
    advance(seconds) {
      if (!Number.isFinite(seconds)) throw new RangeError(`advance takes seconds, got ${seconds}`);
      milliseconds += Math.round(seconds * 1000);
    },
  };
}

function read(time: string | Date): number {
  // Without a zone the instant would depend on the machine.
  if (typeof time === "string" && !/T.*(Z|[+-]\d\d:\d\d)$/.test(time)) {
    throw new RangeError(`a clock needs a time with a zone, such as 2026-01-31T12:00:00Z, got ${JSON.stringify(time)}`);
  }
  const milliseconds = new Date(time).getTime();
  if (Number.isNaN(milliseconds)) throw new RangeError(`not a time: ${JSON.stringify(time)}`);
  return milliseconds;
}
