// A secret that a link carries behind `#`, where no server sees it: a page has a field for it, which is filled in and sent at once.

export function fillFromHash(mark: string, element: HTMLElement | null): void {
  const input = element?.querySelector("input");
  if (!element || !input) return;
  // Removes the secret from the address, to keep it out of the history. Nothing is accepted yet: the page asks first.
  const fill = () => {
    if (!location.hash.startsWith(mark)) return;
    input.value = location.hash.slice(mark.length);
    element.hidden = true;
    history.replaceState(null, "", location.pathname);
    input.form?.requestSubmit();
  };
  fill();
  // The link may be opened where the page is open already, which loads nothing.
  addEventListener("hashchange", fill);
}
