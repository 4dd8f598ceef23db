// Names of sign-in providers, as people read them.

const SPELLINGS: Readonly<Record<string, string>> = {
  azure: "Microsoft",
  github: "GitHub",
  gitlab: "GitLab",
  linkedin: "LinkedIn",
  linkedin_oidc: "LinkedIn",
  slack_oidc: "Slack",
  workos: "WorkOS",
};

export function providerName(key: string): string {
  return SPELLINGS[key] ?? `${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}
