// How fast a connection answers, so that statements go where they wait least.

/** Of how many answers the pace is an average. */
const REMEMBERED_ANSWERS = 10;

/** How fast answers come while there is something to answer. */
export function openLatency() {
  let eachMs = 0;
  let movedAt = 0;
  return {
    begin: () => {
      movedAt = performance.now();
    },
    step: (isUnlike: boolean) => {
      const now = performance.now();
      if (!isUnlike) eachMs += (now - movedAt - eachMs) / REMEMBERED_ANSWERS;
      movedAt = now;
    },
    /** One that takes unusually long is noticed before its answer comes. */
    backlogMs: (pending: number) => (pending === 0 ? 0 : Math.max(pending * eachMs, performance.now() - movedAt)),
    /** For how long answers have been due and none has come. */
    silentMs: (pending: number) => (pending === 0 ? 0 : performance.now() - movedAt),
  };
}
