// The places of the console.
import type { IconName } from "../../rules/icons.ts";
import { shellWords } from "./words.ts";

export interface Place {
  url: string;
  icon: IconName;
  label: string;
  /** Without this right it is not shown. */
  right: string;
}

export const PLACES: readonly Place[] = [
  { url: "/admin/overview", icon: "home", label: shellWords.places.overview, right: "overview:read" },
  { url: "/admin/users", icon: "users", label: shellWords.places.users, right: "users:read" },
  { url: "/admin/bulk_jobs", icon: "list", label: shellWords.places.bulkJobs, right: "users:read" },
  { url: "/admin/findings", icon: "warning", label: shellWords.places.findings, right: "findings:read" },
  { url: "/admin/audit", icon: "clock", label: shellWords.places.audit, right: "audit:read" },
  { url: "/admin/sign_in_methods", icon: "globe", label: shellWords.places.signInMethods, right: "settings:read" },
  { url: "/admin/sso", icon: "work", label: shellWords.places.sso, right: "providers:read" },
  { url: "/admin/apps", icon: "grid", label: shellWords.places.apps, right: "apps:read" },
  { url: "/admin/mail", icon: "mail", label: shellWords.places.mail, right: "settings:read" },
  { url: "/admin/hooks", icon: "energy", label: shellWords.places.hooks, right: "hooks:read" },
  { url: "/admin/webhooks", icon: "bell", label: shellWords.places.webhooks, right: "webhooks:read" },
  { url: "/admin/urls", icon: "share", label: shellWords.places.urls, right: "settings:read" },
  { url: "/admin/protection", icon: "lock", label: shellWords.places.protection, right: "protection:read" },
  { url: "/admin/sessions", icon: "repeat", label: shellWords.places.sessions, right: "signing_keys:read" },
  { url: "/admin/settings", icon: "sliders", label: shellWords.places.settings, right: "settings:read" },
  { url: "/admin/maintenance", icon: "settings", label: shellWords.places.maintenance, right: "maintenance:read" },
  { url: "/admin/finance", icon: "bars", label: shellWords.places.finance, right: "finance:read" },
  { url: "/admin/administrators", icon: "shield", label: shellWords.places.administrators, right: "administrators:read" },
  { url: "/admin/api_keys", icon: "key", label: shellWords.places.keys, right: "api_keys:read" },
];

/** The first place is what `/admin` opens. */
export function placeOf(path: string): string | undefined {
  if (path === "/admin") return PLACES[0]?.url;
  return PLACES.find(({ url }) => path === url || path.startsWith(`${url}/`))?.url;
}

const MOST_ON_PHONES = 4;

/** Addresses in the bar of a phone: the first places, and the current one in any case. The palette has all of them. */
export function phonePlaces(places: readonly Place[], current: string | undefined): string[] {
  const first = places.slice(0, MOST_ON_PHONES).map(({ url }) => url);
  const isBehind = places.slice(MOST_ON_PHONES).some(({ url }) => url === current);
  return isBehind && current !== undefined ? [...first.slice(0, -1), current] : first;
}
