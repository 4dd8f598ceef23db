// The providers that came later, as personalities.ts has the others.
import { wireNumber } from "./desk.ts";
import { FIRST, LAST, type Personality, part, standard } from "./personality.ts";

export const newerPersonalities = {
  fly: {
    authorize: "/oauth/authorize",
    token: "/oauth/token",
    client: "body",
    scope: "read",
    verified: "always",
    tokens: standard,
    profile: {
      "/oauth/token/info": ({ person }) => ({
        resource_owner_id: "another's",
        scope: ["read"],
        expires_in: 3600,
        user_id: person.subject,
        user_name: person.name,
        email: person.email,
        organizations: [{ id: "o", role: "member" }],
      }),
    },
  },
  kakao: {
    authorize: "/oauth/authorize",
    token: "/oauth/token",
    client: "body",
    scope: "account_email profile_image profile_nickname",
    verified: "said",
    tokens: standard,
    profile: {
      "/v2/user/me": ({ person }) => ({
        id: wireNumber(person.subject),
        kakao_account: {
          profile: { nickname: person.name, profile_image_url: person.picture },
          is_email_valid: true,
          is_email_verified: person.verified,
          email: person.email,
        },
      }),
    },
  },
  snapchat: {
    authorize: "/accounts/oauth2/auth",
    token: "/accounts/oauth2/token",
    client: "body",
    scope: ["external_id", "display_name", "bitmoji.avatar"]
      .map((name) => `https://auth.snapchat.com/oauth2/api/user.${name}`)
      .join(" "),
    verified: "always",
    tokens: standard,
    profile: {
      "/v1/me": ({ person, query }) => ({
        data: query.get("query")?.startsWith("{me{externalId") && {
          me: { externalId: person.subject, displayName: person.name, bitmoji: { avatar: person.picture }, email: person.email },
        },
      }),
    },
  },
  x: {
    authorize: "/i/oauth2/authorize",
    token: "/2/oauth2/token",
    client: "basic",
    scope: "users.email tweet.read users.read offline.access",
    pkce: true,
    verified: "always",
    tokens: standard,
    profile: {
      "/2/users/me": ({ person, query }) => ({
        data: {
          id: person.subject,
          name: person.name,
          username: person.userName,
          ...(query.get("user.fields") === "confirmed_email,profile_image_url" && {
            profile_image_url: person.picture,
            confirmed_email: person.email,
          }),
        },
      }),
    },
  },
  zoom: {
    authorize: "/oauth/authorize",
    token: "/oauth/token",
    client: "basic",
    scope: null,
    verified: "said",
    tokens: standard,
    profile: {
      "/v2/users/me": ({ person }) => ({
        id: person.subject,
        first_name: part(person, FIRST),
        last_name: part(person, LAST),
        email: person.email,
        verified: person.verified ? 1 : 0,
        pic_url: person.picture,
      }),
    },
  },
} as const satisfies Record<string, Personality>;
