import { texts } from "../language.ts";

export const attachmentWords = texts({
  title: { pt: "Recibos", en: "Receipts" },
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
  tooLarge: { pt: "Passa de 10 MB.", en: "It has more than 10 MB." },
  heic: {
    pt: "Este navegador não abre fotos HEIC. No iPhone: Ajustes, Câmera, Formatos, Mais compatível.",
    en: "This browser can't open HEIC photos. On an iPhone: Settings, Camera, Formats, Most Compatible.",
  },
  full: { pt: "Já são 10 recibos, o máximo de um lançamento.", en: "There are 10 receipts, the most that a transaction has." },
});
