// What the hosted pages gain by a script. Without it they work as they are, but for passkeys, which no browser uses without.

import { eraseAll, eraseReplies } from "../offline/erase.ts";
import { fillInvitation, leadToInvitation } from "./invitation.ts";
import { refuseCommonPasswords } from "./new_password.ts";
import { offerPasskeys } from "./passkeys.ts";

for (const reveal of document.querySelectorAll<HTMLElement>(".reveal")) {
  const input = reveal.querySelector("input");
  if (!input) continue;
  const button = document.createElement("button");
  const label = () => (input.type === "password" ? reveal.dataset.show : reveal.dataset.hide) ?? "";
  // The field is narrow on phones: the first word is seen, all of it is read out.
  const name = () => {
    button.ariaLabel = label();
    button.textContent = label().split(" ")[0] ?? "";
  };
  button.type = "button";
  name();
  button.addEventListener("click", () => {
    input.type = input.type === "password" ? "text" : "password";
    name();
    input.focus();
  });
  // Password managers and the browser's own list keep passwords alone.
  input.form?.addEventListener("submit", () => {
    input.type = "password";
  });
  reveal.append(button);
}

document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();

refuseCommonPasswords();
fillInvitation();
if (!leadToInvitation()) offerPasskeys();

// Whoever comes here may be about to be somebody else: what the app kept to show at once is forgotten. After signing out, all of it is, but for sealed
// entries that wait for their owner.
if ("indexedDB" in globalThis) {
  if (location.pathname === "/signed_out") {
    localStorage.clear();
    void eraseAll();
  } else void eraseReplies();
}
