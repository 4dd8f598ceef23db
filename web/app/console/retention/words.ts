// Texts of the rules about accounts that nobody uses.
import { texts } from "../../language.ts";

export const retentionWords = texts({
  title: { pt: "Contas sem uso", en: "Unused accounts" },
  hint: {
    pt: "Toda noite às 3h41 UTC, e cada conta fica no registro. Administradores nunca entram nisto.",
    en: "Each night at 3:41 UTC; the audit log names each account. Administrators are never among them.",
  },
  change: { pt: "Mudar", en: "Change" },
  changeTitle: { pt: "Mudar regras de contas sem uso", en: "Change rules for unused accounts" },
  unconfirmed: { pt: "Nunca confirmadas", en: "Never confirmed" },
  dormant: { pt: "Sem uso", en: "Dormant" },
  off: { pt: "Ficam como estão", en: "Stay as they are" },
  deleted: { pt: (days: string) => `Excluídas depois de ${days} dias`, en: (days: string) => `Deleted after ${days} days` },
  disabled: {
    pt: (days: string, notice: string) => `Bloqueadas depois de ${days} dias; o aviso sai ${notice} dias antes`,
    en: (days: string, notice: string) => `Banned after ${days} days; a mail tells them ${notice} days before`,
  },
  unconfirmedDays: {
    pt: "Excluir quem nunca confirmou nem entrou, depois de quantos dias",
    en: "Delete who never confirmed nor signed in, after how many days",
  },
  dormantDays: { pt: "Bloquear quem não usa a conta há quantos dias", en: "Ban who has not used the account for how many days" },
  noticeDays: { pt: "Avisar por e-mail quantos dias antes", en: "Tell them by mail how many days before" },
  zero: { pt: "0 desliga a regra.", en: "0 switches the rule off." },
  dormantHint: { pt: "0 desliga a regra; o mínimo é 30.", en: "0 switches the rule off; 30 is the least." },
  anonymous: {
    pt: "Excluir também contas anônimas sem uso há esse tempo",
    en: "Delete anonymous accounts too that nobody uses for as long",
  },
  sso: { pt: "Bloquear também quem entra por login único", en: "Ban users of single sign-on too" },
  dayWrong: { pt: "Use um número inteiro de 0 a 3650.", en: "Use a whole number from 0 to 3650." },
  dormantWrong: { pt: "Use 0, ou de 30 a 3650.", en: "Use 0, or from 30 to 3650." },
  noticeWrong: { pt: "Use de 1 a 90.", en: "Use from 1 to 90." },
  look: { pt: "Ver quem seria", en: "See who it would be" },
  confirm: { pt: "Ligar estas regras?", en: "Use these rules?" },
  save: { pt: "Usar estas regras", en: "Use these rules" },
  wouldDelete: {
    pt: (count: string) => `Seriam excluídas hoje: ${count}`,
    en: (count: string) => `Would be deleted today: ${count}`,
  },
  wouldBan: {
    pt: (count: string) => `Sem uso há esse tempo: ${count}. São avisadas antes, e só depois bloqueadas.`,
    en: (count: string) => `Unused for as long: ${count}. They are told first, and banned only then.`,
  },
  more: { pt: (count: string) => `mais de ${count}`, en: (count: string) => `more than ${count}` },
  final: {
    pt: "O que é excluído não volta. O bloqueio se desfaz na página de cada usuário.",
    en: "What is deleted does not come back. A ban is lifted on the page of each user.",
  },
  done: { pt: "Regras mudadas", en: "Rules changed" },
  unchanged: { pt: "Isto não mudaria nada.", en: "This would change nothing." },
});
