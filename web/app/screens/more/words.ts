// Texts of /more and of signing out.
import { texts } from "../../language.ts";

export const moreWords = texts({
  title: { pt: "Mais", en: "More" },
  signedInAs: { pt: "Você entrou como", en: "You are signed in as" },
  signOut: { pt: "Sair", en: "Sign out" },
  rules: { pt: "Regras de importação", en: "Import rules" },
  settings: { pt: "Configurações", en: "Settings" },
  keys: { pt: "Atalhos do teclado", en: "Keyboard shortcuts" },
  lettersOff: { pt: "Desligar atalhos de uma letra", en: "Turn off single-character shortcuts" },
});

export const signOutWords = texts({
  title: {
    pt: (count: number) => (count === 1 ? "Um lançamento não foi enviado" : `${count} lançamentos não foram enviados`),
    en: (count: number) => (count === 1 ? "One entry was not sent" : `${count} entries were not sent`),
  },
  receipts: {
    pt: (count: number) => (count === 1 ? "Um recibo não foi enviado" : `${count} recibos não foram enviados`),
    en: (count: number) => (count === 1 ? "One receipt was not sent" : `${count} receipts were not sent`),
  },
  hint: {
    pt: "Se você os guardar, ficam neste navegador, criptografados para você, e são enviados quando você entrar aqui de novo.",
    en: "If you keep them, they stay in this browser, encrypted for you, and are sent when you sign in here again.",
  },
  send: { pt: "Enviar e sair", en: "Send and sign out" },
  keep: { pt: "Guardar e sair", en: "Keep and sign out" },
  discard: { pt: "Descartar e sair", en: "Discard and sign out" },
  notSent: { pt: "Não deu para enviar agora.", en: "They could not be sent now." },
});
