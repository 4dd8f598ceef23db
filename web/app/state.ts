// What belongs to the browser and not to a screen: hidden amounts, theme, the last message.
import { effect, signal } from "@preact/signals";

const HIDDEN = "cofre-hidden";

export const amountsHidden = signal(readFlag());

effect(() => {
  try {
    localStorage.setItem(HIDDEN, amountsHidden.value ? "1" : "");
  } catch {
    // A browser that keeps nothing shows amounts the next time.
  }
});

function readFlag(): boolean {
  try {
    return localStorage.getItem(HIDDEN) === "1";
  } catch {
    return false;
  }
}

export interface Message {
  text: string;
  undo?: () => Promise<void>;
}

export const message = signal<Message | undefined>(undefined);

/** The server reads these two when it writes a page. */
export function keepChoice(name: "cofre-theme" | "cofre-language", value: string): void {
  const age = value === "" ? 0 : 31_536_000;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the newer way is not in every browser
  document.cookie = `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
