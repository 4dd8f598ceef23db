// Waiting in the browser.

export const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Hidden pages are not painted. */
const LONGEST_FRAME_MS = 100;

/** Resolves when what was drawn is on the screen. */
export const nextFrame = () =>
  Promise.race([new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))), wait(LONGEST_FRAME_MS)]);
