// Test support: what a request of the app reads from finance, alone or with others.

export function readsOf(url: string): string[] {
  const { pathname, searchParams } = new URL(url);
  return pathname === "/api/reads" ? searchParams.getAll("path") : [pathname.replace("/api/finance", "")];
}

export const isRead = (url: string, path: string) => readsOf(url).includes(path);
