// Measures how fast a connection answers, so that statements wait least.

/** How many answers the average covers. */
const REMEMBERED_ANSWERS = 10;

export function openLatency() {
  let eachMs = 0;
  let movedAt = 0;
  let pending = 0;
  let isFirst = true;
  return {
    begin: () => {
      if (pending++ === 0) movedAt = performance.now();
    },
    end: () => {
      pending--;
      const now = performance.now();
      // The first answer took a connect as well, which says nothing about the next.
      if (!isFirst) eachMs += (now - movedAt - eachMs) / REMEMBERED_ANSWERS;
      isFirst = false;
      movedAt = now;
    },
    /** A slow statement is noticed before its answer arrives. */
    backlogMs: () => (pending === 0 ? 0 : Math.max(pending * eachMs, performance.now() - movedAt)),
    /** How long answers have been pending without any arriving. */
    silentMs: () => (pending === 0 ? 0 : performance.now() - movedAt),
  };
}
