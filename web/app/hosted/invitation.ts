// An invitation link opens the first page with a token after `#`. This sends the browser to the invitation page and its form.

const MARK = "#invitation=";

/** True if the browser is being redirected. */
export function leadToInvitation(): boolean {
  if (!location.hash.startsWith(MARK) || location.pathname === "/invitation") return false;
  location.replace(`/invitation${location.hash}`);
  return true;
}

/** Removes the token from the address, to keep it out of the history, and asks who invites. Nothing is accepted yet. */
export function fillInvitation(): void {
  const element = document.querySelector<HTMLElement>("[data-invitation]");
  const input = element?.querySelector("input");
  if (!element || !input || !location.hash.startsWith(MARK)) return;
  input.value = location.hash.slice(MARK.length);
  element.hidden = true;
  history.replaceState(null, "", location.pathname);
  input.form?.requestSubmit();
}
