// Every command of the binary, in the order in which its help lists them.
import type { Entries } from "./command_line/entry.ts";

export const COMMANDS: Entries = {
  start: {
    summary: "all services in one process, with an embedded PostgreSQL unless DATABASE_URL is set",
    load: async () => (await import("./start.ts")).start,
  },
  auth: { summary: "the auth service alone", load: async () => (await import("./auth.ts")).auth },
  finance: { summary: "the finance service alone", load: async () => (await import("./finance.ts")).finance },
  web: { summary: "the web service alone", load: async () => (await import("./web.ts")).web },
  owner: {
    summary: "print a link that makes somebody an owner of this server",
    load: async () => (await import("./owner.ts")).owner,
  },
  health: {
    summary: "ask the services of this environment, or a URL, whether they live",
    load: async () => (await import("./health.ts")).health,
  },
  secrets: {
    summary: "print new secrets for services that run alone, as lines of a .env file",
    load: async () => (await import("./secrets.ts")).secrets,
  },
  migrate: { summary: "migrate the database schemas", load: async () => (await import("./migrate.ts")).migrate },
  distribute: {
    summary: "distribute finance over a Citus cluster",
    load: async () => (await import("./distribute.ts")).distribute,
  },
  export: {
    summary: "write a space to a file: JSON, CSV, XLSX or OFX",
    load: async () => (await import("./export.ts")).exportSpace,
  },
  import: {
    summary: "bring data from another service",
    commands: {
      organizze: {
        summary: "a whole Organizze account into an empty space",
        load: async () => (await import("./organizze/import_organizze.ts")).importOrganizze,
      },
      cofre: {
        summary: "the users of another Cofre, from a file of `cofre users export --with-passwords`",
        load: async () => (await import("./import/cofre.ts")).importCofre,
      },
      supabase: {
        summary: "the users of a Supabase Auth (GoTrue) database",
        load: async () => (await import("./import/supabase.ts")).importSupabase,
      },
      firebase: {
        summary: "the users of an export of Firebase Auth",
        load: async () => (await import("./import/firebase.ts")).importFirebase,
      },
      auth0: { summary: "the users of an export of Auth0", load: async () => (await import("./import/auth0.ts")).importAuth0 },
      keycloak: {
        summary: "the users of the export of a Keycloak realm",
        load: async () => (await import("./import/keycloak.ts")).importKeycloak,
      },
    },
  },
  users: {
    summary: "list, create, ban and delete users, end their sessions",
    commands: {
      list: { summary: "users, newest first", load: async () => (await import("./users/list.ts")).listUsers },
      show: { summary: "what there is of a user", load: async () => (await import("./users/show.ts")).showUser },
      create: { summary: "a user, without a mail", load: async () => (await import("./users/create.ts")).createUser },
      invite: { summary: "a user, by a mail", load: async () => (await import("./users/invite.ts")).inviteUser },
      ban: { summary: "keep somebody out", load: async () => (await import("./users/ban.ts")).banUser },
      unban: { summary: "let them in again", load: async () => (await import("./users/ban.ts")).unbanUser },
      delete: { summary: "remove a user", load: async () => (await import("./users/delete.ts")).deleteUser },
      sessions: {
        summary: "where a user is signed in, and sign them out",
        load: async () => (await import("./users/sessions.ts")).listUserSessions,
      },
      export: {
        summary: "users as a file, or whole accounts to move to another Cofre",
        load: async () => (await import("./users/export.ts")).exportUsers,
      },
      link: {
        summary: "print a link that lets somebody in, once",
        load: async () => (await import("./users/link.ts")).makeUserLink,
      },
    },
  },
  admin: {
    summary: "who administrates this server",
    commands: {
      invite: {
        summary: "make somebody an administrator",
        load: async () => (await import("./administrators/invite.ts")).inviteAdministrator,
      },
      list: { summary: "who has a role", load: async () => (await import("./administrators/list.ts")).listAdministrators },
      revoke: { summary: "take a role away", load: async () => (await import("./administrators/revoke.ts")).revokeAdministrator },
    },
  },
  keys: {
    summary: "API keys, with which programs administrate a server",
    commands: {
      list: { summary: "which there are", load: async () => (await import("./api_keys/keys.ts")).listApiKeys },
      create: { summary: "create one", load: async () => (await import("./api_keys/keys.ts")).createApiKey },
      rotate: { summary: "give one another secret", load: async () => (await import("./api_keys/keys.ts")).rotateApiKey },
      retire: { summary: "refuse one from now on", load: async () => (await import("./api_keys/keys.ts")).retireApiKey },
    },
  },
  "signing-keys": {
    summary: "the keys that sign access tokens",
    commands: {
      list: {
        summary: "which there are, and what to wait for",
        load: async () => (await import("./signing_keys/signing_keys.ts")).listSigningKeys,
      },
      add: {
        summary: "make one, which does not sign yet",
        load: async () => (await import("./signing_keys/signing_keys.ts")).addSigningKey,
      },
      use: { summary: "have one sign", load: async () => (await import("./signing_keys/signing_keys.ts")).useSigningKey },
      retire: {
        summary: "refuse what one signed",
        load: async () => (await import("./signing_keys/signing_keys.ts")).retireSigningKey,
      },
    },
  },
  config: {
    summary: "settings of auth that change while it runs",
    commands: {
      show: { summary: "what counts, and where it comes from", load: async () => (await import("./config/show.ts")).showConfig },
      set: { summary: "set one", load: async () => (await import("./config/set.ts")).setConfig },
      unset: { summary: "take one away", load: async () => (await import("./config/set.ts")).unsetConfig },
      diff: { summary: "what a file would change", load: async () => (await import("./config/apply.ts")).diffConfig },
      apply: { summary: "store what a file names", load: async () => (await import("./config/apply.ts")).applyConfig },
      export: {
        summary: "print what is stored as such a file",
        load: async () => (await import("./config/show.ts")).exportConfig,
      },
      history: { summary: "who changed what", load: async () => (await import("./config/history.ts")).listConfigVersions },
      undo: { summary: "take a version back", load: async () => (await import("./config/history.ts")).undoConfig },
    },
  },
  providers: {
    summary: "sign-in by other services",
    commands: {
      list: {
        summary: "which there are, and what to register there",
        load: async () => (await import("./providers/providers.ts")).listProviders,
      },
      test: {
        summary: "try one, up to where a person would be needed",
        load: async () => (await import("./providers/providers.ts")).testProvider,
      },
    },
  },
  mail: {
    summary: "how mail leaves",
    commands: {
      test: {
        summary: "send a mail and show what the mail server said",
        load: async () => (await import("./mail/test.ts")).testMail,
      },
    },
  },
  audit: {
    summary: "what administrators did",
    commands: {
      tail: { summary: "the last of it, and what follows", load: async () => (await import("./audit/tail.ts")).tailAudit },
    },
  },
  adopt: {
    summary: "take the place of a Supabase Auth on its own database",
    load: async () => (await import("./adopt.ts")).adopt,
  },
  backup: {
    summary: "copy everything, encrypted, while it runs, to a folder or to standard output",
    load: async () => (await import("./backup/backup.ts")).backup,
  },
  restore: {
    summary: "put a backup into an empty home or database",
    load: async () => (await import("./backup/restore.ts")).restore,
  },
  verify: {
    summary: "restore a backup for a moment, sign in and check its ledger",
    load: async () => (await import("./backup/verify.ts")).verify,
  },
  doctor: {
    summary: "check configuration, database, ports, TLS and mail, and say what to do",
    load: async () => (await import("./doctor/doctor.ts")).doctor,
  },
  completion: {
    summary: "print the completion of a shell: bash, zsh or fish",
    load: async () => (await import("./command_line/completion.ts")).completionOf(COMMANDS),
  },
  man: { summary: "print the manual page", load: async () => (await import("./command_line/man_page.ts")).manOf(COMMANDS) },
};
