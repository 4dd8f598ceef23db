// The keyboard, where nobody is typing.
import { amountsHidden } from "./state.ts";

const GO: Readonly<Record<string, string>> = { i: "/", l: "/transactions", c: "/credit_cards", a: "/accounts" };

/** `go`: shows another screen. Returns what ends it. */
export function listenToKeys(go: (url: string) => void): () => void {
  let isGoing = false;
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]"))
      return;
    const url = isGoing ? GO[event.key] : undefined;
    isGoing = event.key === "g";
    if (url) return go(url);
    if (event.key === "n") {
      event.preventDefault();
      go("/transactions/new");
    } else if (event.key === "h") amountsHidden.value = !amountsHidden.value;
    else if (event.key === "[" || event.key === "]")
      document.querySelector<HTMLAnchorElement>(`a[data-key="${event.key}"]`)?.click();
  };
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));
}
