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
