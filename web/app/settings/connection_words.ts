// Texts of linked accounts, connected apps and sessions.
import { type Text, texts } from "../language.ts";

export const providerWords = texts({
  title: { pt: "Contas ligadas", en: "Linked accounts" },
  hint: { pt: "Outras contas com que você entra nesta.", en: "Other accounts that you use to sign in." },
  linked: { pt: "ligada", en: "linked" },
  link: { pt: "Ligar", en: "Link" },
  unlink: { pt: "Desligar", en: "Unlink" },
  unlinkAsk: { pt: (name: string) => `Desligar ${name}?`, en: (name: string) => `Unlink ${name}?` },
  unlinkHint: { pt: "Você deixa de poder entrar por ali.", en: "You can no longer sign in that way." },
  unlinked: { pt: "Conta desligada.", en: "Account unlinked." },
  failed: {
    pt: "Não foi possível ligar aquela conta. Talvez ela já seja de outra pessoa.",
    en: "That account could not be linked. It may belong to somebody else.",
  },
});

export const appWords = texts({
  title: { pt: "Aplicativos conectados", en: "Connected apps" },
  hint: {
    pt: "Quem você deixou entrar, e para quê. Você pode retirar o acesso quando quiser.",
    en: "Apps with access to your account. You can revoke it at any time.",
  },
  since: { pt: (day: string) => `desde ${day}`, en: (day: string) => `since ${day}` },
  where: { pt: (hosts: string) => `Em ${hosts}`, en: (hosts: string) => `At ${hosts}` },
  scopes: {
    openid: { pt: "saber que é você", en: "know that it is you" },
    email: { pt: "ver seu e-mail", en: "see your email" },
    phone: { pt: "ver seu telefone", en: "see your phone number" },
    profile: { pt: "ver seu nome e sua foto", en: "see your name and picture" },
    offline_access: { pt: "manter o acesso quando você não estiver usando", en: "keep its access while you are away" },
  } as Record<string, Text>,
  remove: { pt: "Retirar acesso", en: "Revoke access" },
  removeAsk: { pt: (name: string) => `Retirar o acesso de ${name}?`, en: (name: string) => `Revoke the access of ${name}?` },
  removeHint: {
    pt: "O aplicativo sai na hora, em todos os aparelhos. Para usá-lo de novo, ele vai pedir sua permissão.",
    en: "The app loses access at once, on all devices. To use it again, it has to ask for your permission.",
  },
  removed: { pt: "Acesso retirado.", en: "Access revoked." },
});

export const supportWords = texts({
  title: { pt: "Código de suporte", en: "Support code" },
  hint: {
    pt: "Com ele, quem cuida do servidor vê a sua conta por 30 minutos, uma vez, sem mudar nada.",
    en: "With it, whoever runs the server sees your account for 30 minutes, once, without changing anything.",
  },
  create: { pt: "Criar código", en: "Create a code" },
  until: {
    pt: (moment: string) => `Diga-o só a quem ajuda você. Vale até ${moment}.`,
    en: (moment: string) => `Tell it only to whoever helps you. It is good until ${moment}.`,
  },
});

export const sessionWords = texts({
  administrator: { pt: "Alguém que administra o servidor", en: "Somebody who runs the server" },
  title: { pt: "Aparelhos conectados", en: "Where you are signed in" },
  hint: { pt: "Não conhece algum? Encerre-o e troque a senha.", en: "Don't recognise one? End it and change your password." },
  current: { pt: "este", en: "this one" },
  unknown: { pt: "Aparelho desconhecido", en: "Unknown device" },
  since: { pt: (moment: string) => `entrou em ${moment}`, en: (moment: string) => `signed in ${moment}` },
  used: { pt: (moment: string) => `ativo em ${moment}`, en: (moment: string) => `active ${moment}` },
  end: { pt: "Encerrar", en: "End" },
  endOthers: { pt: "Encerrar os outros", en: "End the others" },
  ended: { pt: "Sessão encerrada.", en: "Session ended." },
});
