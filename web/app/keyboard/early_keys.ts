// Keys that are pressed before the app's own are there are not lost.

let press: ((event: KeyboardEvent) => void) | undefined;
const early: KeyboardEvent[] = [];

export function listenToKeys(): void {
  addEventListener("keydown", (event) => (press ? press(event) : early.push(event)));
}

/** From now on they go there, those from before first. */
export function takeKeys(handler: (event: KeyboardEvent) => void): void {
  press = handler;
  early.splice(0).forEach(handler);
}
