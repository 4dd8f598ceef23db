// The address of the page that makes somebody an owner. Its code is behind the #, where no server, proxy or log sees it.

export function ownerLink(webUrl: string, code: string): string {
  return `${webUrl.replace(/\/+$/, "")}/owner#code=${code}`;
}
