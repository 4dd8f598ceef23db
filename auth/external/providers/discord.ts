// Discord.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { profileOf, readText } from "../protocols/person.ts";
import type { JsonObject } from "../protocols/provider_calls.ts";

const base = (config: ProviderConfig) => `${baseUrls(config, "https://discord.com").api}/api`;

export const discord = oauth2Provider({
  key: "discord",
  scopes: ["email", "identify"],
  clientAuthentication: "body",
  endpoints: (config) => ({
    authorize: `${baseUrls(config, "https://discord.com").web}/api/oauth2/authorize`,
    token: `${base(config)}/oauth2/token`,
  }),
  async readProfile({ config, get }) {
    const person = await get(`${base(config)}/users/@me`);
    return profileOf({
      issuer: base(config),
      subject: person.id,
      emails: [{ email: person.email, verified: person.verified === true, primary: true }],
      claims: {
        name: readText(person.username) && `${readText(person.username)}#${readText(person.discriminator) ?? "0"}`,
        full_name: person.username,
        picture: pictureOf(person),
      },
      customClaims: { global_name: person.global_name },
    });
  },
});

/** People without a picture get one of Discord's, by their number; those of the new names, who have none, by their id. */
function pictureOf({ id, avatar, discriminator }: JsonObject): string | undefined {
  const images = "https://cdn.discordapp.com";
  const hash = readText(avatar);
  if (hash) return `${images}/avatars/${id}/${hash}.${hash.startsWith("a_") ? "gif" : "png"}`;
  const number = Number(readText(discriminator) ?? 0);
  if (number > 0) return `${images}/embed/avatars/${number % 5}.png`;
  return typeof id === "string" && /^[0-9]{1,20}$/.test(id)
    ? `${images}/embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`
    : undefined;
}
