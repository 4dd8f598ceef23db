// How fast a connection answers, so that statements go where they wait least.

/** Of how many answers the pace is an average. */
const REMEMBERED_ANSWERS = 10;

/** How fast answers come while there is something to answer. */
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
    /** One that takes unusually long is noticed before its answer comes. */
    backlogMs: () => (pending === 0 ? 0 : Math.max(pending * eachMs, performance.now() - movedAt)),
    /** For how long answers have been due and none has come. */
    silentMs: () => (pending === 0 ? 0 : performance.now() - movedAt),
  };
}
