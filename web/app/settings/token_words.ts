// Texts of API tokens.
import { texts } from "../language.ts";

export const tokenWords = texts({
  title: { pt: "Chaves de API", en: "API tokens" },
  hint: {
    pt: "Para programas: no lugar da senha, com os direitos e o prazo que você escolher.",
    en: "For programs, instead of your password, with the rights and lifetime that you choose.",
  },
  none: { pt: "Nenhuma chave ainda.", en: "No token yet." },
  add: { pt: "Nova chave", en: "New token" },
  make: { pt: "Criar chave", en: "Create token" },
  name: { pt: "Nome", en: "Name" },
  nameHint: { pt: "Para que serve, por exemplo: planilha", en: "What it is for, such as: spreadsheet" },
  may: { pt: "Pode", en: "May" },
  rights: {
    read: { pt: "ler tudo", en: "read everything" },
    write: { pt: "ler e escrever tudo", en: "read and write everything" },
    some: { pt: "só o que eu escolher", en: "only what I choose" },
  },
  acts: { read: { pt: "ler", en: "read" }, write: { pt: "escrever", en: "write" } },
  which: { pt: "O que a chave pode", en: "What the token may do" },
  chooseSome: { pt: "Escolha ao menos um direito.", en: "Choose at least one right." },
  lifetime: { pt: "Vale por", en: "Valid for" },
  days: { pt: (days: string) => `${days} dias`, en: (days: string) => `${days} days` },
  forever: { pt: "sem prazo", en: "unlimited time" },
  until: { pt: (day: string) => `até ${day}`, en: (day: string) => `until ${day}` },
  used: { pt: (moment: string) => `usada em ${moment}`, en: (moment: string) => `used ${moment}` },
  unused: { pt: "nunca usada", en: "never used" },
  once: { pt: "Copie a chave agora: ela não aparece de novo.", en: "Copy the token now: it is not shown again." },
  revoke: { pt: "Revogar", en: "Revoke" },
  revokeAsk: { pt: (name: string) => `Revogar ${name}?`, en: (name: string) => `Revoke ${name}?` },
  revokeHint: { pt: "O programa que a usa deixa de entrar na hora.", en: "The program that uses it loses access at once." },
  revoked: { pt: "Chave revogada.", en: "Token revoked." },
});
