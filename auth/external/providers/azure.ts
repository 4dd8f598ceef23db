// Microsoft Entra ID (Azure). EXTERNAL_AZURE_URL names a tenant, or one of the words for many; without it, anyone's account will do.
import { oidcProvider } from "../protocols/oidc.ts";
import { describePerson, type PersonClaims } from "../protocols/oidc_person.ts";

const BASE = "https://login.microsoftonline.com/common";

/** The tenant of everyone's personal account. */
const PERSONAL_TENANT = "9188040d-6c67-4c5b-b112-36a304b66dad";

const TENANT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const azure = oidcProvider({
  key: "azure",
  scopes: ["openid", "email", "profile"],
  pkce: true,
  takesIdTokens: true,
  endpoints: ({ url = BASE }) => ({
    authorize: `${url}/oauth2/v2.0/authorize`,
    token: `${url}/oauth2/v2.0/token`,
    keysUrl: `${url}/discovery/v2.0/keys`,
    issuers: (claims) => azureIssuers(url, claims),
  }),
  // An access token for one of our APIs has the same issuer, keys and audience, but it has scopes.
  refuses: ({ scp }) => (scp === undefined ? undefined : "it is another kind of token"),
  describe: (claims, { config }) => describePerson(claims, isVerified(config.url ?? BASE, claims)),
});

/** Who may have issued a token, by the tenant that it names itself where any may have. */
export function azureIssuers(url: string, { tid }: PersonClaims): readonly string[] {
  const tenant = tenantOf(url);
  const base = url.slice(0, url.lastIndexOf("/"));
  if (tenant === "consumers") return [`${base}/${PERSONAL_TENANT}/v2.0`];
  if (isAnyTenant(tenant)) {
    const allowed = typeof tid === "string" && TENANT_ID.test(tid) && (tenant === "common" || tid !== PERSONAL_TENANT);
    return allowed ? [`${base}/${tid}/v2.0`] : [];
  }
  // Tenants for customers are reached by a name and sign with their id.
  const customers = new URL(url).hostname.endsWith(".ciamlogin.com") && TENANT_ID.test(tenant);
  return [`${url}/v2.0`, ...(customers ? [`https://${tenant}.ciamlogin.com/${tenant}/v2.0`] : [])];
}

/**
 * An administrator of the tenant types in the address of a work account. The claim `xms_edov` says whether its domain is verified. Without
 * that claim only the operator's own tenant and personal accounts are trusted: anybody could create a tenant and claim any address.
 */
export function isVerified(url: string, { xms_edov, tid }: PersonClaims): boolean {
  if (xms_edov !== undefined) return [true, "true", 1, "1"].includes(xms_edov as boolean | string | number);
  return tid === PERSONAL_TENANT || !isAnyTenant(tenantOf(url));
}

function tenantOf(url: string): string {
  return new URL(url).pathname.split("/").at(-1)?.toLowerCase() ?? "";
}

function isAnyTenant(tenant: string): boolean {
  return tenant === "common" || tenant === "organizations";
}
