// Texts for owners of this server: letting people in, and mails that could not leave.
import { texts } from "../language.ts";

export const serverWords = texts({
  people: { pt: "Convidar para este servidor", en: "Invite to this server" },
  peopleHint: {
    pt: "Quem você convida cria a própria conta e tem o próprio espaço. Para dividir o seu, convide em Casa.",
    en: "Whoever you invite makes an account and has a space of their own. To share yours, invite in Household.",
  },
  invite: { pt: "Convidar alguém", en: "Invite somebody" },
  makeLink: { pt: "Criar o link", en: "Make the link" },
  linkTitle: { pt: "Link do convite", en: "Link of the invitation" },
  linkHint: {
    pt: (email: string, until: string) =>
      `Mande este link para ${email}. Ele vale uma vez, até ${until}, e quem o tem entra na conta: não o mostre a mais ninguém.`,
    en: (email: string, until: string) =>
      `Send this link to ${email}. It works once, until ${until}, and whoever has it enters the account: show it to nobody else.`,
  },
  mailbox: { pt: "Mensagens deste servidor", en: "Messages of this server" },
  mailboxHint: {
    pt: "Este servidor ainda não manda e-mails: aqui está o que ele teria mandado. Só donos veem.",
    en: "This server has no mail yet: here is what it would have sent. Only owners see it.",
  },
  show: { pt: "Ver", en: "Show" },
  showLabel: { pt: (subject: string) => `Ver: ${subject}`, en: (subject: string) => `Show: ${subject}` },
  none: { pt: "Nenhuma mensagem até agora.", en: "No message so far." },
  older: { pt: "Mostrar mais antigas", en: "Show older ones" },
  again: { pt: "Atualizar", en: "Refresh" },
  sms: { pt: "Mensagem de texto", en: "Text message" },
  noSubject: { pt: "Sem assunto", en: "No subject" },
  to: { pt: (address: string) => `para ${address}`, en: (address: string) => `to ${address}` },
  ofOthers: {
    pt: "Um link daqui age pela pessoa para quem é a mensagem. Se não é você, copie e mande para ela.",
    en: "A link in here acts for the person that the message is for. If that is not you, copy it and send it to them.",
  },
  owners: { pt: "Só donos deste servidor veem esta página.", en: "Only owners of this server see this page." },
});
