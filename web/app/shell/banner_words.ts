// Texts of the banners. They load after the first screen, like the banners.
import { texts } from "../language.ts";

export const bannerWords = texts({
  dataOf: { pt: (time: string) => `Dados de ${time}.`, en: (time: string) => `Data from ${time}.` },
  waiting: {
    pt: (count: number) => (count === 1 ? "1 lançamento na fila" : `${count} lançamentos na fila`),
    en: (count: number) => (count === 1 ? "1 entry is waiting" : `${count} entries are waiting`),
  },
  waitingReceipts: {
    pt: (count: number) => (count === 1 ? "1 recibo a enviar" : `${count} recibos a enviar`),
    en: (count: number) => (count === 1 ? "1 receipt to send" : `${count} receipts to send`),
  },
  impersonation: {
    pt: (name: string, time: string) => `Você vê a conta de ${name} até as ${time}, e não pode mudar nada nela.`,
    en: (name: string, time: string) => `You see the account of ${name} until ${time}, and cannot change anything in it.`,
  },
  leave: { pt: "Sair desta conta", en: "Leave this account" },
  sample: { pt: "Estes são dados de exemplo.", en: "This is sample data." },
  removeSample: { pt: "Remover", en: "Remove" },
  sampleRemoved: { pt: "Dados de exemplo removidos.", en: "Sample data removed." },
  sampleKept: {
    pt: (count: number) =>
      `Dados de exemplo removidos, menos ${count === 1 ? "um registro que algo seu ainda usa" : `${count} registros que algo seu ainda usa`}.`,
    en: (count: number) =>
      `Sample data removed, except ${count === 1 ? "one record that your own data still needs" : `${count} records that your own data still needs`}.`,
  },
  version: { pt: "Há uma versão nova.", en: "There is a new version." },
  reload: { pt: "Atualizar", en: "Update" },
  ended: { pt: "Sua sessão terminou", en: "Your session has ended" },
  endedHint: {
    pt: "Entre de novo em outra aba. O que você digitou continua aqui.",
    en: "Please sign in again in another tab. What you typed is still here.",
  },
  signIn: { pt: "Entrar em outra aba", en: "Sign in on another tab" },
  goOn: { pt: "Já entrei", en: "I have signed in" },
});
