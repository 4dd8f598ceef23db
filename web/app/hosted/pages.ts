// What scripts add to hosted pages. All of them work without scripts, except passkeys.
import { eraseAll, eraseReplies } from "../offline/erase.ts";
import { fillFromHash } from "./hash_field.ts";
import { fillInvitation, leadToInvitation } from "./invitation.ts";
import { setDial } from "./month_dial.ts";
import { measurePassword } from "./new_password.ts";
import { offerPasskeys } from "./passkeys.ts";

for (const reveal of document.querySelectorAll<HTMLElement>(".reveal")) {
  const input = reveal.querySelector("input");
  if (!input) continue;
  const button = document.createElement("button");
  const label = () => (input.type === "password" ? reveal.dataset.show : reveal.dataset.hide) ?? "";
  // The narrow button shows the first word; screen readers read the whole label.
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
  // Password managers store only fields of the type password.
  input.form?.addEventListener("submit", () => {
    input.type = "password";
  });
  reveal.append(button);
}

document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();

measurePassword();
setDial();
fillInvitation();
fillFromHash("#code=", document.querySelector<HTMLElement>("[data-code]"));
if (!leadToInvitation()) offerPasskeys();
if (document.querySelector("[data-shared]")) void import("./shared.ts").then(({ takeShared }) => takeShared());

// Erases stored replies, because another user may sign in; after sign-out everything except encrypted entries that wait.
if ("indexedDB" in globalThis) {
  if (location.pathname === "/signed_out") {
    localStorage.clear();
    void eraseAll();
  } else void eraseReplies();
}
