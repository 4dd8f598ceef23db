// Creates users of every kind and operators' data, through the old release's API.
import { startIdp } from "../../auth/sso/testing.ts";
import { type Callers, callAs, requireSuccess } from "./callers.ts";
import type { Stage } from "./stage.ts";

const PASSWORD = "a password for the upgrade";

/** Returns the callers for later requests. */
export async function fillAuth(stage: Stage): Promise<Callers> {
  const callers: Callers = { admin: `Bearer ${stage.adminToken}` };
  const send = <Body = { id: string }>(path: string, body: object, as?: string, method = "POST") =>
    requireSuccess<Body>(stage, callers, { service: "auth", path, body, method, ...(as && { as }) });
  const signUp = async (name: string) => {
    const data = { full_name: `Upgrade ${name}`, locale: "pt-BR" };
    const input = { email: `${name}@example.com`, password: PASSWORD };
    await send("/signup", { ...input, data });
    const { access_token: token } = await send<{ access_token: string }>("/token?grant_type=password", input);
    callers[name] = `Bearer ${token}`;
  };
  await signUp("owner_of_house");
  await signUp("member");
  await send("/factors", { factor_type: "totp", friendly_name: "Telefone" }, "member");
  await send("/user", { data: { favourite: "azul" } }, "member", "PUT");
  await send("/signup", { data: { guest: true } });
  const users = [
    { email: "banned@example.com", password: PASSWORD, email_confirm: true, ban_duration: "8760h" },
    { email: "unconfirmed@example.com", password: PASSWORD },
    { phone: "5511987654321", password: PASSWORD, phone_confirm: true },
    { email: "admin@example.com", email_confirm: true, role: "operator", app_metadata: { team: "casa" } },
  ];
  for (const user of users) await send("/admin/users", user, "admin");
  const gone = await send("/admin/users", { email: "gone@example.com", email_confirm: true }, "admin");
  await requireSuccess(stage, callers, {
    service: "auth",
    as: "admin",
    method: "DELETE",
    path: `/admin/users/${gone.id}`,
    body: { should_soft_delete: true },
  });
  await fillOperator(stage, callers, send);
  const { token } = await requireSuccess<{ token: string }>(stage, callers, {
    service: "finance",
    as: "owner_of_house",
    method: "POST",
    path: "/api_tokens",
    body: { name: "upgrade", scope: "write" },
  });
  callers.owner = `Basic ${Buffer.from(`owner_of_house@example.com:${token}`).toString("base64")}`;
  return callers;
}

type Send = (path: string, body: object, as: string) => Promise<unknown>;

/** What an operator sets up: a webhook, an app, and providers. */
async function fillOperator(stage: Stage, callers: Callers, send: Send): Promise<void> {
  await send("/admin/webhooks", { url: "https://localhost/upgrade", description: "Auth", enabled: false }, "admin");
  await send(
    "/admin/oauth/clients",
    {
      client_name: "Planilha",
      redirect_uris: ["https://sheet.example.com/back"],
      grant_types: ["authorization_code", "refresh_token"],
    },
    "admin",
  );
  await send(
    "/admin/custom-providers",
    {
      provider_type: "oauth2",
      identifier: "custom:upgrade",
      name: "Upgrade",
      client_id: "upgrade",
      client_secret: "upgrade",
      authorization_url: "https://localhost/authorize",
      token_url: "https://localhost/token",
      userinfo_url: "https://localhost/userinfo",
    },
    "admin",
  );
  await using idp = await startIdp(
    async () => (await callAs(stage, callers, { service: "auth", path: "/sso/saml/metadata" })).text,
  );
  await send("/admin/sso/providers", { type: "saml", metadata_xml: idp.metadata, domains: ["company.example.com"] }, "admin");
}
