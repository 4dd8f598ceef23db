// The documented behaviour of each OAuth 2.0 provider: paths, required parameters, and forms of answers.
import { createHmac } from "node:crypto";
import type { Provider } from "../../config.ts";
import { wireNumber } from "./desk.ts";
import { newerPersonalities } from "./personalities_newer.ts";
import { FIRST, LAST, type Personality, part, standard } from "./personality.ts";

export const personalities = {
  bitbucket: {
    authorize: "/site/oauth2/authorize",
    token: "/site/oauth2/access_token",
    client: "basic",
    scope: "account email",
    verified: "said",
    tokens: standard,
    profile: {
      "/2.0/user": ({ person }) => ({
        uuid: person.subject,
        display_name: person.name,
        username: person.userName,
        links: { avatar: { href: person.picture } },
      }),
      "/2.0/user/emails": ({ person: { email, verified } }) => ({
        pagelen: 10,
        values: email
          ? [
              { email: "another@example.org", is_primary: false, is_confirmed: false },
              { email, is_primary: true, is_confirmed: verified },
            ]
          : [],
      }),
    },
  },
  discord: {
    authorize: "/api/oauth2/authorize",
    token: "/api/oauth2/token",
    client: "body",
    scope: "email identify",
    verified: "said",
    tokens: standard,
    profile: {
      "/api/users/@me": ({ person }) => ({
        id: person.subject,
        username: person.userName,
        discriminator: "0",
        global_name: person.name,
        avatar: "a_0123456789abcdef",
        email: person.email ?? null,
        verified: person.verified,
      }),
    },
  },
  facebook: {
    authorize: "/dialog/oauth",
    token: "/oauth/access_token",
    client: "body",
    scope: "email",
    verified: "always",
    tokens: ({ access }) => ({ access_token: access, expires_in: 5_183_944 }),
    profile: {
      "/me": ({ person, query, accessToken, client }) =>
        query.get("appsecret_proof") === createHmac("sha256", client.secret).update(accessToken).digest("hex")
          ? {
              id: person.subject,
              name: person.name,
              first_name: part(person, FIRST),
              last_name: part(person, LAST),
              picture: { data: { url: person.picture, is_silhouette: false } },
              ...(query.get("fields")?.includes("email") && person.email && { email: person.email }),
            }
          : undefined,
    },
  },
  figma: {
    authorize: "/oauth",
    token: "/v1/oauth/token",
    client: "basic",
    scope: "current_user:read",
    verified: "always",
    tokens: ({ access, refresh }) => ({
      user_id_string: "1",
      access_token: access,
      refresh_token: refresh,
      expires_in: 7_776_000,
    }),
    profile: {
      "/v1/me": ({ person }) => ({ id: person.subject, email: person.email, handle: person.name, img_url: person.picture }),
    },
  },
  github: {
    authorize: "/login/oauth/authorize",
    token: "/login/oauth/access_token",
    client: "body",
    scope: "user:email",
    pkce: true,
    verified: "said",
    tokens: ({ access }) => ({ access_token: access, token_type: "bearer", scope: "user:email" }),
    profile: {
      "/api/v3/user": ({ person, headers }) =>
        // GitHub turns away whoever does not say who they are.
        headers["user-agent"] && {
          id: wireNumber(person.subject),
          login: person.userName,
          name: person.name,
          email: "shown@example.org",
          avatar_url: person.picture,
        },
      "/api/v3/user/emails": ({ person: { email, verified } }) =>
        email
          ? [
              { email, primary: true, verified, visibility: "private" },
              { email: "123+other@users.noreply.example.org", primary: false, verified: false, visibility: null },
            ]
          : [],
    },
  },
  gitlab: {
    authorize: "/oauth/authorize",
    token: "/oauth/token",
    client: "body",
    scope: "read_user",
    pkce: true,
    verified: "said",
    tokens: standard,
    profile: {
      "/api/v4/user": ({ person }) => ({
        id: wireNumber(person.subject),
        username: person.userName,
        name: person.name,
        avatar_url: person.picture,
        email: person.email ?? "",
        confirmed_at: person.verified ? "2020-01-01T00:00:00.000Z" : null,
      }),
      "/api/v4/user/emails": ({ person: { email } }) =>
        email ? [{ id: 1, email: "second@example.org", confirmed_at: "2020-01-01T00:00:00.000Z" }] : [],
    },
  },
  linkedin: {
    authorize: "/oauth/v2/authorization",
    token: "/oauth/v2/accessToken",
    client: "body",
    scope: "r_emailaddress r_liteprofile",
    verified: "always",
    tokens: ({ access }) => ({ access_token: access, expires_in: 5_184_000, scope: "r_emailaddress,r_liteprofile" }),
    profile: {
      "/v2/me": ({ person, query }) => {
        const text = (value: string | undefined) => ({
          localized: { de_DE: "Falsch", pt_BR: value },
          preferredLocale: { country: "BR", language: "pt" },
        });
        return (
          query.get("projection")?.includes("displayImage~:playableStreams") && {
            id: person.subject,
            firstName: text(part(person, FIRST)),
            lastName: text(part(person, LAST)),
            profilePicture: { "displayImage~": { elements: [{ identifiers: [{ identifier: person.picture }] }] } },
          }
        );
      },
      "/v2/emailAddress": ({ person: { email }, query }) =>
        query.get("projection") === "(elements*(handle~))" &&
        query.get("q") === "members" && {
          elements: email ? [{ handle: "urn:li:emailAddress:1", "handle~": { emailAddress: email } }] : [],
        },
    },
  },
  notion: {
    authorize: "/v1/oauth/authorize",
    token: "/v1/oauth/token",
    client: "basic",
    scope: null,
    wants: { owner: "user" },
    wantsHeader: ["notion-version", "2021-08-16"],
    verified: "always",
    tokens: ({ access }) => ({ access_token: access, token_type: "bearer", bot_id: "b", workspace_id: "w", refresh_token: null }),
    profile: {
      "/v1/users/me": ({ person, headers }) =>
        headers["notion-version"] === "2021-08-16" && {
          object: "user",
          id: "the bot's",
          type: "bot",
          bot: {
            owner: {
              type: "user",
              user: {
                object: "user",
                id: person.subject,
                name: person.name,
                avatar_url: person.picture,
                type: "person",
                person: { email: person.email },
              },
            },
          },
        },
    },
  },
  slack: {
    authorize: "/oauth/authorize",
    token: "/api/oauth.access",
    client: "body",
    scope: "profile email openid",
    verified: "said",
    tokens: ({ access }) => ({ ok: true, access_token: access, scope: "profile,email,openid", user_id: "U1", team_id: "T1" }),
    profile: {
      "/api/openid.connect.userInfo": ({ person }) => ({
        ok: true,
        sub: person.subject,
        "https://slack.com/user_id": person.subject,
        "https://slack.com/team_id": "T0123",
        email: person.email,
        email_verified: person.verified,
        name: person.name,
        picture: person.picture,
      }),
    },
  },
  spotify: {
    authorize: "/authorize",
    token: "/api/token",
    client: "basic",
    scope: "user-read-email",
    verified: "never",
    tokens: standard,
    profile: {
      "/v1/me": ({ person }) => ({
        id: person.subject,
        display_name: person.name,
        email: person.email,
        images: [{ url: person.picture, height: 640, width: 640 }, { url: "https://example.org/small.png" }],
      }),
    },
  },
  twitch: {
    authorize: "/oauth2/authorize",
    token: "/oauth2/token",
    client: "body",
    scope: "user:read:email",
    verified: "always",
    tokens: ({ access, refresh }) => ({
      access_token: access,
      refresh_token: refresh,
      token_type: "bearer",
      scope: ["user:read:email"],
      expires_in: 14_124,
    }),
    profile: {
      "/helix/users": ({ person, headers, client }) =>
        headers["client-id"] === client.id && {
          data: [
            {
              id: person.subject,
              login: person.userName,
              display_name: person.name,
              type: "",
              broadcaster_type: "affiliate",
              description: "Plays",
              profile_image_url: person.picture,
              offline_image_url: "",
              email: person.email,
            },
          ],
        },
    },
  },
  workos: {
    authorize: "/sso/authorize",
    token: "/sso/token",
    client: "body",
    scope: null,
    verified: "always",
    tokens: ({ access }, person) => ({
      access_token: access,
      profile: {
        object: "profile",
        id: person.subject,
        connection_id: "conn_1",
        organization_id: "org_1",
        email: person.email,
        first_name: part(person, FIRST),
        last_name: part(person, LAST),
        raw_attributes: {},
      },
    }),
    profile: {},
  },
  ...newerPersonalities,
} as const satisfies Partial<Record<Provider, Personality>>;
