// The link of an invitation leads to the first page, with a token behind its #. There is a page for it, and a field on that.

const MARK = "#invitation=";

/** True where the browser is on its way there. */
export function leadToInvitation(): boolean {
  if (!location.hash.startsWith(MARK) || location.pathname === "/invitation") return false;
  location.replace(`/invitation${location.hash}`);
  return true;
}

/** The token is taken out of the address, so that it is in no history, and sent: it says who invites, and accepts nothing yet. */
export function fillInvitation(): void {
  const element = document.querySelector<HTMLElement>("[data-invitation]");
  const input = element?.querySelector("input");
  if (!element || !input || !location.hash.startsWith(MARK)) return;
  input.value = location.hash.slice(MARK.length);
  element.hidden = true;
  history.replaceState(null, "", location.pathname);
  input.form?.requestSubmit();
}
