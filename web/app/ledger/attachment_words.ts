import { texts } from "../language.ts";

export const attachmentWords = texts({
  title: { pt: "Recibos", en: "Receipts" },
  attach: { pt: "Anexar recibos", en: "Attach receipts" },
  hint: {
    pt: "Fotos ou PDF, até 10 MB cada. O local da foto não é guardado.",
    en: "Photos or PDF, up to 10 MB each. The place of a photo isn't kept.",
  },
  drop: { pt: "Arraste ou cole aqui, ou", en: "Drag or paste here, or" },
  choose: { pt: "Escolher arquivos", en: "Choose files" },
  camera: { pt: "Tirar foto", en: "Take a photo" },
  files: { pt: "Arquivos do recibo", en: "Files of the receipt" },
  photo: { pt: "Foto do recibo", en: "Photo of the receipt" },
  open: { pt: (name: string) => `Abrir ${name}`, en: (name: string) => `Open ${name}` },
  download: { pt: (name: string) => `Baixar ${name}`, en: (name: string) => `Download ${name}` },
  remove: { pt: (name: string) => `Excluir ${name}`, en: (name: string) => `Delete ${name}` },
  removed: { pt: "Recibo excluído.", en: "Receipt deleted." },
  added: {
    pt: (count: number) => (count === 1 ? "Recibo guardado." : `${count} recibos guardados.`),
    en: (count: number) => (count === 1 ? "Receipt saved." : `${count} receipts saved.`),
  },
  sending: { pt: (name: string) => `Enviando ${name}`, en: (name: string) => `Sending ${name}` },
  waiting: { pt: "na fila", en: "waiting" },
  dismiss: { pt: (name: string) => `Tirar ${name} da lista`, en: (name: string) => `Take ${name} off the list` },
  again: { pt: (name: string) => `Enviar ${name} de novo`, en: (name: string) => `Send ${name} again` },
  againShort: { pt: "De novo", en: "Again" },
  stop: { pt: (name: string) => `Parar o envio de ${name}`, en: (name: string) => `Stop sending ${name}` },
  checking: { pt: "conferindo", en: "checking" },
  waitsForConnection: { pt: "espera a conexão", en: "waits for a connection" },
  noRoom: {
    pt: "Sem conexão, este navegador guarda no máximo 100 MB de recibos. Tire alguns, ou espere a conexão.",
    en: "Without a connection this browser keeps at most 100 MB of receipts. Take some off, or wait for the connection.",
  },
  sharedLost: {
    pt: "Os arquivos compartilhados não estão mais aqui, ou são mais de 100 MB. Escolha-os de novo.",
    en: "The shared files are no longer here, or are more than 100 MB. Choose them again.",
  },
  unreadable: {
    pt: "Não pode mais ser lido: a chave do servidor mudou. Anexe-o de novo.",
    en: "It can no longer be read, because the server's key has changed. Attach it again.",
  },
  tooLarge: { pt: "Passa de 10 MB.", en: "It has more than 10 MB." },
  heic: {
    pt: "Este navegador não abre fotos HEIC. No iPhone: Ajustes, Câmera, Formatos, Mais compatível.",
    en: "This browser can't open HEIC photos. On an iPhone: Settings, Camera, Formats, Most Compatible.",
  },
  full: { pt: "Já são 10 recibos, o máximo de um lançamento.", en: "There are 10 receipts, the most that a transaction has." },
});
