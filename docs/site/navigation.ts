// The pages of the site, by task. A page stands in docs/site/pages under its path, unless it names another source or is generated.
import { readdirSync } from "node:fs";
import { basename } from "node:path";

export interface PageEntry {
  /** Below the site, without an ending. */
  path: string;
  /** From the root of the repository. */
  source: string;
  /** In the list of pages; the title of the page unless given. */
  label?: string;
}

export interface PageGroup {
  title: string;
  collapsed?: boolean;
  pages: readonly PageEntry[];
  /** How many of its pages the list shows, from the first; all unless given. */
  listed?: number;
}

export interface Section {
  title: string;
  /** Its folder: the first part of every path in it. */
  folder: string;
  /** All folders whose pages show its lists; its own unless given. */
  folders?: readonly string[];
  language: "en" | "pt-BR";
  groups: readonly PageGroup[];
}

export const PAGES_FOLDER = "docs/site/pages";

const page = (path: string, source = `${PAGES_FOLDER}/${path}.md`, label?: string): PageEntry => ({
  path,
  source,
  ...(label !== undefined && { label }),
});

/** Pages of docs that no list below names yet. */
const further = (listed: ReadonlySet<string>): PageEntry[] =>
  readdirSync(new URL("..", import.meta.url))
    .filter((name) => /^\w+\.md$/.test(name) && name !== "README.md" && !listed.has(`docs/${name}`))
    .sort()
    .map((name) => page(`guides/${basename(name, ".md")}`, `docs/${name}`));

const decisions = readdirSync(new URL("../decisions", import.meta.url))
  .filter((name) => /^\d{3}_\w+\.md$/.test(name))
  .sort()
  .map((name) => page(`explain/decisions/${basename(name, ".md")}`, `docs/decisions/${name}`));

const LISTED: readonly Section[] = [
  {
    title: "Start",
    folder: "start",
    language: "en",
    groups: [
      {
        title: "Start",
        pages: [
          page("start/index"),
          page("start/install", "docs/install.md", "Install"),
          page("start/first_run", "docs/first_run.md", "The owner of a server"),
          page("start/first_steps", "docs/first_steps.md", "First steps with the API"),
          page("start/configuration", "docs/configuration.md"),
          page("start/phone_at_home", "docs/phone_at_home.md"),
        ],
      },
    ],
  },
  {
    title: "Move in",
    folder: "move",
    language: "en",
    groups: [
      {
        title: "Users and sign-in",
        pages: [
          page("move/adopting", "docs/auth_adopting.md", "From Supabase of your own"),
          page("move/supabase"),
          page("move/firebase"),
          page("move/auth0"),
          page("move/keycloak"),
          page("move/users", "docs/auth_moving_in.md", "All imports of users"),
        ],
      },
      {
        title: "Money",
        pages: [
          page("move/money", undefined, "All ways"),
          ...["organizze", "mobills", "ynab", "actual", "firefly", "bank_files"].map((name) => page(`move/${name}`)),
        ],
      },
    ],
  },
  {
    title: "Guides",
    folder: "guides",
    language: "en",
    groups: [
      {
        title: "Sign-in",
        pages: [
          page("guides/provider_clicks"),
          page("guides/providers", "docs/auth_providers.md", "All providers, and wallets"),
          page("guides/passkeys"),
          page("guides/factors", "docs/auth_factors.md", "Second factors"),
          page("guides/saml_okta"),
          page("guides/saml_entra"),
          page("guides/saml_keycloak"),
          page("guides/saml", "docs/auth_sso.md", "SAML here"),
          page("guides/openid_clients"),
          page("guides/openid_server", "docs/auth_provider.md", "OAuth and OpenID server"),
          page("guides/sessions", "docs/auth_sessions.md", "Sessions, and deleting an account"),
          page("guides/hooks", "docs/auth_hooks.md", "Hooks: your own code"),
          page("guides/ssr"),
          page("guides/postgrest", "docs/auth_postgrest.md", "PostgREST and policies"),
        ],
      },
      {
        title: "Money",
        pages: [
          page("guides/bot"),
          page("guides/households"),
          page("guides/import_files"),
          page("guides/finance", "docs/finance_beyond.md", "Everything finance adds"),
          page("guides/goals", "docs/finance_goals.md"),
        ],
      },
      { title: "Both", pages: [page("guides/client_limits"), page("guides/webhooks"), page("guides/brand")] },
    ],
  },
  {
    title: "Run it",
    folder: "run",
    language: "en",
    groups: [
      {
        title: "Install",
        pages: [
          page("run/sizing"),
          page("run/services", "docs/install_services.md"),
          page("run/images", "docs/install_image.md"),
          page("run/citus"),
        ],
      },
      {
        title: "In front of it",
        pages: [
          page("run/proxies/index", "docs/proxies/README.md"),
          ...["caddy", "nginx", "traefik", "tailscale", "cloudflare_tunnel"].map((name) =>
            page(`run/proxies/${name}`, `docs/proxies/${name}.md`),
          ),
        ],
      },
      {
        title: "Every day",
        pages: [
          page("run/incidents"),
          page("run/monitoring"),
          page("run/operations", "docs/operations.md"),
          page("run/backup", "docs/backup.md"),
          page("run/keys"),
          page("run/upgrade", "docs/upgrade.md"),
          page("run/administration", "docs/auth_administration.md", "Administration"),
          page("run/settings", "docs/auth_settings.md", "Settings that change at run time"),
        ],
      },
    ],
  },
  {
    title: "Reference",
    folder: "reference",
    folders: ["reference", "errors"],
    language: "en",
    groups: [
      {
        title: "Configuration",
        pages: [
          page("reference/configuration/auth", "docs/auth_config.md", "Of auth"),
          page("reference/configuration/finance", "docs/finance_config.md", "Of finance"),
          page("reference/configuration/web", "docs/web_config.md", "Of web"),
          page("reference/configuration/start", "docs/start_config.md", "Of npm start and backups"),
        ],
      },
      {
        title: "Lists",
        pages: [
          page("reference/command_line", "docs/command_line.md"),
          page("reference/events", "docs/auth_events.md", "Audit log and events"),
          page("reference/web_routes", "docs/web_routes.md"),
          page("reference/changelog", "CHANGELOG.md"),
        ],
      },
    ],
  },
  {
    title: "Explain",
    folder: "explain",
    language: "en",
    groups: [
      {
        title: "How it works",
        pages: [
          page("explain/how_it_fits"),
          page("explain/ledger"),
          page("explain/invoices"),
          page("explain/security_model"),
          page("explain/limits"),
          page("explain/glossary"),
          page("explain/proof"),
          page("explain/figures", "docs/figures.md"),
          page("explain/security", "docs/security.md"),
          page("explain/attack_catalogue", "docs/attack_catalogue.md"),
          page("explain/architecture", "ARCHITECTURE.md"),
          page("explain/design", "docs/design.md"),
          page("explain/contributing", "CONTRIBUTING.md"),
          page("explain/style", "STYLE.md"),
        ],
      },
      {
        title: "Compatibility",
        pages: [
          page("explain/compatibility/auth", "docs/compatibility/auth.md", "With Supabase Auth"),
          page("explain/compatibility/finance", "docs/compatibility/finance.md", "With Organizze"),
        ],
      },
      {
        title: "Decisions",
        collapsed: true,
        pages: [page("explain/decisions/index", "docs/decisions/README.md", "All decisions"), ...decisions],
      },
    ],
  },
  {
    title: "Para a casa",
    folder: "pt",
    language: "pt-BR",
    groups: [
      {
        title: "Para a casa",
        pages: [
          page("pt/index", undefined, "Início"),
          page("pt/primeiros_passos"),
          page("pt/cartoes_e_faturas"),
          page("pt/organizar"),
          page("pt/importar"),
          page("pt/compartilhar"),
          page("pt/perguntas"),
        ],
      },
    ],
  },
];

const sources = new Set(LISTED.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages.map(({ source }) => source))));
const others = further(sources);

export const SECTIONS: readonly Section[] = LISTED.map((section) =>
  section.folder === "guides" && others.length > 0
    ? { ...section, groups: [...section.groups, { title: "More", pages: others }] }
    : section,
);

/** The first page, and others that no list names. */
export const UNLISTED: readonly PageEntry[] = [page("index")];

/** Pages that another one stands in for: links to these sources lead there. */
export const STAND_INS: Readonly<Record<string, string>> = { "README.md": "index", "docs/README.md": "index" };
