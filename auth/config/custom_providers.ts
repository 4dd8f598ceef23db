// Providers that operators describe themselves.
import { configTable } from "../../kernel/config/config.ts";
import { bool, exactHttpUrl, type Format, FormatError, host, integer, listOf } from "../../kernel/config/formats.ts";
import { type CustomProvider, CustomProviderProblem, readClientSecret, readCustomProvider } from "./custom_provider.ts";

export interface ConfiguredProvider extends CustomProvider {
  readonly client_secret: string;
}

const definitions: Format<readonly ConfiguredProvider[]> = {
  allowed: 'a JSON array of providers as `POST /admin/custom-providers` takes them, such as [{"identifier": "custom:work", ...}]',
  read(raw) {
    const list = parse(raw);
    if (!Array.isArray(list)) throw new FormatError("no JSON array");
    const providers = list.map(readOne);
    if (new Set(providers.map(({ identifier }) => identifier)).size < providers.length)
      throw new FormatError("two providers with one identifier");
    return providers;
  },
};

/** The messages name a provider by its index, because the variable holds secrets. */
function readOne(value: unknown, index: number): ConfiguredProvider {
  const entry = `entry ${index + 1}`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new FormatError(`${entry} is no object`);
  try {
    const fields = value as Record<string, unknown>;
    return { ...readCustomProvider(fields), client_secret: readClientSecret(fields) };
  } catch (error) {
    if (!(error instanceof CustomProviderProblem)) throw error;
    throw new FormatError(`${entry}: ${error.message}`);
  }
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    throw new FormatError("no JSON");
  }
}

export const customProviders = configTable({
  customOauthEnabled: {
    env: "CUSTOM_OAUTH_ENABLED",
    format: bool,
    initial: true,
    doc: "Operators may describe providers of OAuth 2.0 and OpenID Connect of their own (`/admin/custom-providers`), and people sign in with them.",
  },
  customOauthMaxProviders: {
    env: "CUSTOM_OAUTH_MAX_PROVIDERS",
    format: integer(0, 1_000_000),
    initial: 0,
    doc: "Most of them that the admin endpoints take; 0 sets no limit.",
  },
  customOauthExternalUrl: {
    env: "CUSTOM_OAUTH_EXTERNAL_URL",
    format: exactHttpUrl,
    unset: "`API_EXTERNAL_URL`",
    doc: "Where they send people back to: `/callback` below it.",
  },
  customOauthAllowedHosts: {
    env: "CUSTOM_OAUTH_ALLOWED_HOSTS",
    format: listOf(host),
    initial: [],
    doc: "Hosts that such a provider may have though their addresses are not public, and without TLS: a host name or an address as it stands in its URLs, with a port or for all ports. All others are reached by `https` alone, and never at an address of this machine or of a private network.",
  },
  customOauthProviders: {
    env: "CUSTOM_OAUTH_PROVIDERS",
    format: definitions,
    initial: [],
    secret: true,
    doc: "Providers that are there without the admin endpoints, and that those show and do not change. Has their secrets in it.",
  },
});
