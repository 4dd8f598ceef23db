// What the page says that asks before an identity is linked, in the languages that it speaks.
import { inReadersLanguage } from "../reader_language.ts";

export interface Words {
  lang: string;
  title: string;
  identity: (provider: string) => string;
  account: (site: string) => string;
  /** Of an account that has neither address nor number. */
  nameless: string;
  consequence: (provider: string) => string;
  warning: string;
  join: string;
  cancel: string;
}

const ENGLISH: Words = {
  lang: "en",
  title: "Link this account?",
  identity: (provider) => `Your ${provider} account`,
  account: (site) => `will be linked to the account at ${site}`,
  nameless: "without an email address or phone number",
  consequence: (provider) =>
    `From then on, signing in with this ${provider} account opens the account above, and you go on in it now.`,
  warning:
    "Continue only if you have just asked for this yourself, and the account is yours. If a link from somebody else brought you here, cancel.",
  join: "Link",
  cancel: "Cancel",
};

const PORTUGUESE: Words = {
  lang: "pt-BR",
  title: "Vincular esta conta?",
  identity: (provider) => `Sua conta ${provider}`,
  account: (site) => `será vinculada à conta em ${site}`,
  nameless: "sem e-mail nem telefone",
  consequence: (provider) =>
    `A partir de agora, entrar com esta conta ${provider} abre a conta acima, e é nela que você continua.`,
  warning:
    "Continue somente se foi você quem acabou de pedir isto e se a conta é sua. Se foi um link de outra pessoa que trouxe você até aqui, cancele.",
  join: "Vincular",
  cancel: "Cancelar",
};

export function wordsFor(acceptLanguage: string | undefined): Words {
  return inReadersLanguage(acceptLanguage, { pt: PORTUGUESE, en: ENGLISH });
}
