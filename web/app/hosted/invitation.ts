// An invitation link opens the first page with a token after `#`. This sends the browser to the invitation page and its form.
import { fillFromHash } from "./hash_field.ts";

const MARK = "#invitation=";

/** True if the browser is being redirected. */
export function leadToInvitation(): boolean {
  if (!location.hash.startsWith(MARK) || location.pathname === "/invitation") return false;
  location.replace(`/invitation${location.hash}`);
  return true;
}

export const fillInvitation = () => fillFromHash(MARK, document.querySelector<HTMLElement>("[data-invitation]"));
