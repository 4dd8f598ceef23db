// Every provider by its key.
import type { Provider } from "../config.ts";
import type { ExternalProvider } from "./provider.ts";
import { apple } from "./providers/apple.ts";
import { azure } from "./providers/azure.ts";
import { bitbucket } from "./providers/bitbucket.ts";
import { discord } from "./providers/discord.ts";
import { facebook } from "./providers/facebook.ts";
import { figma } from "./providers/figma.ts";
import { fly } from "./providers/fly.ts";
import { github } from "./providers/github.ts";
import { gitlab } from "./providers/gitlab.ts";
import { google } from "./providers/google.ts";
import { kakao } from "./providers/kakao.ts";
import { keycloak } from "./providers/keycloak.ts";
import { linkedin } from "./providers/linkedin.ts";
import { linkedinOidc } from "./providers/linkedin_oidc.ts";
import { notion } from "./providers/notion.ts";
import { slack } from "./providers/slack.ts";
import { slackOidc } from "./providers/slack_oidc.ts";
import { snapchat } from "./providers/snapchat.ts";
import { spotify } from "./providers/spotify.ts";
import { twitch } from "./providers/twitch.ts";
import { twitter } from "./providers/twitter.ts";
import { vercelMarketplace } from "./providers/vercel_marketplace.ts";
import { workos } from "./providers/workos.ts";
import { x } from "./providers/x.ts";
import { zoom } from "./providers/zoom.ts";

export const externalProviders: Readonly<Record<Provider, ExternalProvider>> = {
  apple,
  azure,
  bitbucket,
  discord,
  facebook,
  figma,
  fly,
  github,
  gitlab,
  google,
  kakao,
  keycloak,
  linkedin,
  linkedin_oidc: linkedinOidc,
  notion,
  slack,
  slack_oidc: slackOidc,
  snapchat,
  spotify,
  twitch,
  twitter,
  vercel_marketplace: vercelMarketplace,
  workos,
  x,
  zoom,
};
