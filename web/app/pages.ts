// What the hosted pages gain by a script. Without it they work as they are, but for passkeys, which no browser uses without.
import { fillInvitation, leadToInvitation } from "./invitation.ts";
import { offerPasskeys } from "./passkeys.ts";

for (const reveal of document.querySelectorAll<HTMLElement>(".reveal")) {
  const input = reveal.querySelector("input");
  if (!input) continue;
  const button = document.createElement("button");
  const label = () => (input.type === "password" ? reveal.dataset.show : reveal.dataset.hide) ?? "";
  button.type = "button";
  button.textContent = label();
  button.addEventListener("click", () => {
    input.type = input.type === "password" ? "text" : "password";
    button.textContent = label();
    input.focus();
  });
  // Password managers and the browser's own list keep passwords alone.
  input.form?.addEventListener("submit", () => {
    input.type = "password";
  });
  reveal.append(button);
}

document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();

fillInvitation();
if (!leadToInvitation()) offerPasskeys();

// Whoever comes here may be about to be somebody else: what the app kept to show at once is forgotten. After signing out, all of it is.
if ("indexedDB" in globalThis) {
  if (location.pathname === "/signed_out") {
    indexedDB.deleteDatabase("cofre");
    localStorage.clear();
    void caches?.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))));
  } else {
    const asked = indexedDB.open("cofre");
    // Nothing was kept: nothing is made.
    asked.onupgradeneeded = () => asked.transaction?.abort();
    asked.onsuccess = () => {
      asked.result.transaction("answers", "readwrite").objectStore("answers").clear();
      asked.result.close();
    };
  }
}
