// Measures how fast a connection answers, so that statements wait least.

/** How many answers the average covers. */
const REMEMBERED_ANSWERS = 10;

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
    /** A slow statement is noticed before its answer arrives. */
    backlogMs: (pending: number) => (pending === 0 ? 0 : Math.max(pending * eachMs, performance.now() - movedAt)),
    /** How long answers have been pending without any arriving. */
    silentMs: (pending: number) => (pending === 0 ? 0 : performance.now() - movedAt),
  };
}
