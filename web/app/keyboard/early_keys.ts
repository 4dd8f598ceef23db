// Keeps keys that are pressed before the app's handlers have loaded.

let press: ((event: KeyboardEvent) => void) | undefined;
const early: KeyboardEvent[] = [];

export function listenToKeys(): void {
  addEventListener("keydown", (event) => (press ? press(event) : early.push(event)));
}

/** Sends all keys to the handler, the earlier ones first. */
export function takeKeys(handler: (event: KeyboardEvent) => void): void {
  press = handler;
  early.splice(0).forEach(handler);
}
