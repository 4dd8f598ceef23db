// The `Link` header of a list that comes in pages (RFC 8288). Its addresses are relative, so that they are right behind any proxy.

type Parameters = readonly [name: string, value: string][];

/** To the first page, the one before, the next and the last; those that do not exist are left out. */
export function pageLinks(path: string, parameters: Parameters, page: { number: number; size: number }, total: number): string {
  const last = Math.max(Math.ceil(total / page.size), 1);
  const others = parameters.filter(([name]) => name !== "page" && name !== "per_page");
  const address = (number: number) => {
    const query: Parameters = [...others, ["page", String(number)], ["per_page", String(page.size)]];
    return `${path}?${new URLSearchParams(query)}`;
  };
  return Object.entries({ first: 1, prev: page.number - 1, next: page.number + 1, last })
    .filter(([, number]) => number >= 1 && number <= last)
    .map(([relation, number]) => `<${address(number)}>; rel="${relation}"`)
    .join(", ");
}
