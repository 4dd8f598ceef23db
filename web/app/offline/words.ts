// Texts of entries that wait to be sent.
import { texts } from "../language.ts";

export const waitingWords = texts({
  title: { pt: "Na fila", en: "Waiting" },
  receipts: { pt: "Recibos a enviar", en: "Receipts to send" },
  ofReceipts: {
    pt: (count: number) => (count === 1 ? "1 recibo" : `${count} recibos`),
    en: (count: number) => (count === 1 ? "1 receipt" : `${count} receipts`),
  },
  hint: { pt: "Serão enviados quando houver conexão.", en: "They will be sent when there is a connection." },
  now: { pt: "Enviar agora", en: "Send now" },
  old: {
    pt: "Faz mais de um dia: confira se já não está na lista antes de enviar.",
    en: "This is more than a day old: check that it is not in the list before you send it.",
  },
  again: { pt: "Enviar mesmo assim", en: "Send anyway" },
  discard: { pt: "Descartar", en: "Discard" },
  unreadable: {
    pt: "Um lançamento que esperava aqui não pode mais ser lido: a chave do servidor mudou. Lance-o de novo.",
    en: "An entry that was waiting here can no longer be read, because the server's key has changed. Enter it again.",
  },
});
