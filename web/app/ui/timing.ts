// Waiting, in the browser.

export const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Pages that nobody looks at are not painted. */
const LONGEST_FRAME_MS = 100;

/** What was drawn is on the screen. */
export const nextFrame = () =>
  Promise.race([new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))), wait(LONGEST_FRAME_MS)]);
