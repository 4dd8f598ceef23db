// Every GET of auth's document, as an operator, as several kinds of users, and anonymously.
import { type Callers, requireSuccess } from "./callers.ts";
import type { Read } from "./reads.ts";
import type { Stage } from "./stage.ts";

/** Routes that cannot be compared, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  "/reauthenticate": "it sends a code",
  "/ready": "it compares the clock, which stands still, with the database's",
};

type Named = { id: string };

/** Without paths the route is one. */
type Add = (as: string | undefined, route: string, ...paths: string[]) => void;

const NOBODYS_ID = "00000000-0000-4000-8000-000000000000";

export async function authReads(stage: Stage, callers: Callers): Promise<Read[]> {
  const reads: Read[] = [];
  const add: Add = (as, route, ...paths) => {
    for (const path of paths.length > 0 ? paths : [route]) reads.push({ service: "auth", route, path, ...(as && { as }) });
  };
  const idsAt = async (path: string, key: string) => {
    const body = await requireSuccess<Record<string, Named[]>>(stage, callers, { service: "auth", as: "admin", path });
    return (body[key] ?? []).map(({ id }) => id);
  };
  for (const path of ["/.well-known/jwks.json", "/health", "/settings", "/sso/saml/metadata"]) add(undefined, path);
  for (const name of ["oauth-authorization-server", "openid-configuration"])
    for (const path of [`/.well-known/${name}`, `/.well-known/${name}/auth/v1`]) add(undefined, path);

  const users = await idsAt("/admin/users?per_page=100", "users");
  add("admin", "/admin/users", "/admin/users", "/admin/users?page=2&per_page=3", "/admin/users?sort=created_at+asc");
  add("admin", "/admin/users", "/admin/users?filter=banned", "/admin/users?email=member@example.com", "/admin/users?per_page=x");
  add("admin", "/admin/users/{id}", ...users.map((id) => `/admin/users/${id}`), `/admin/users/${NOBODYS_ID}`);
  for (const below of ["factors", "passkeys", "sessions"])
    add("admin", `/admin/users/{id}/${below}`, ...users.map((id) => `/admin/users/${id}/${below}`));
  add("admin", "/admin/audit", "/admin/audit?per_page=200", "/admin/audit?page=2&per_page=5", "/admin/audit?query=action:login");
  add(
    "admin",
    "/admin/audit",
    ...users.slice(0, 3).map((id) => `/admin/audit?user_id=${id}`),
    "/admin/audit?action=user_signedup",
  );
  add("admin", "/admin/sessions", "/admin/sessions", "/admin/sessions?per_page=2");
  add("admin", "/admin/custom-providers", "/admin/custom-providers", "/admin/custom-providers?type=oauth2");
  add(
    "admin",
    "/admin/custom-providers/{identifier}",
    "/admin/custom-providers/custom:upgrade",
    "/admin/custom-providers/custom:none",
  );
  add("admin", "/admin/oauth/clients");
  const clients = await requireSuccess<{ clients: { client_id: string }[] }>(stage, callers, {
    service: "auth",
    as: "admin",
    path: "/admin/oauth/clients",
  });
  add("admin", "/admin/oauth/clients/{id}", ...clients.clients.map(({ client_id: id }) => `/admin/oauth/clients/${id}`));
  add("admin", "/admin/sso/providers");
  add(
    "admin",
    "/admin/sso/providers/{id}",
    ...(await idsAt("/admin/sso/providers", "items")).map((id) => `/admin/sso/providers/${id}`),
  );
  add("admin", "/admin/webhooks");
  for (const id of await idsAt("/admin/webhooks", "webhooks")) {
    add("admin", "/admin/webhooks/{id}", `/admin/webhooks/${id}`);
    add("admin", "/admin/webhooks/{id}/deliveries", `/admin/webhooks/${id}/deliveries`);
  }
  add("admin", "/service/user_changes", "/service/user_changes?after=0&wait=0");
  add("admin", "/service/deleted_users", "/service/deleted_users?until=2100-01-01T00:00:00Z");

  addPeople(add);
  return reads;
}

/** What users and everybody may ask for. */
function addPeople(add: Add): void {
  for (const as of ["member", "owner_of_house", undefined])
    for (const path of ["/user", "/sessions", "/factors/recovery-codes", "/passkeys", "/user/oauth/grants", "/oauth/userinfo"])
      add(as, path);
  for (const as of ["member", undefined]) {
    add(as, "/server");
    add(as, "/server/mailbox");
    add(as, "/server/mailbox/{name}", "/server/mailbox/none.eml");
  }
  add("member", "/admin/users");
  add("member", "/oauth/authorizations/{id}", `/oauth/authorizations/${NOBODYS_ID}`);
  add(undefined, "/oauth/authorize", "/oauth/authorize", "/oauth/authorize?client_id=none&response_type=code");
  add(undefined, "/oauth/end_session");
  // Rejected requests, because successful ones contain a random state.
  add(undefined, "/authorize", "/authorize?provider=none", "/authorize");
  add("member", "/user/identities/authorize", "/user/identities/authorize?provider=none");
  add(undefined, "/callback", "/callback", "/callback?state=none&code=none");
  add(undefined, "/sso", "/sso?flow=none");
  add(undefined, "/verify", "/verify?type=signup&token=none", "/verify");
}
