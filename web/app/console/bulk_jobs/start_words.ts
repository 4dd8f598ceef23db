// Texts of the dialog that starts a bulk job.
import { texts } from "../../language.ts";

export const startWords = texts({
  filterFirst: {
    pt: "Primeiro filtre a lista: uma ação em massa nunca vale para todos.",
    en: "Filter the list first: a bulk job is never for everybody.",
  },
  act: { pt: "Ação", en: "Act" },
  metadata: { pt: "Metadados, como objeto JSON", en: "Metadata, as a JSON object" },
  metadataHint: {
    pt: "Cada chave é mudada; null apaga a chave. As outras ficam.",
    en: "Each key is changed; null deletes the key. The others stay.",
  },
  metadataEmpty: { pt: "Ponha ao menos uma chave.", en: "Put in a key at least." },
  look: { pt: "Ver quem seria", en: "See whom it means" },
  count: {
    pt: (count: string) => `Usuários que a ação alcança: ${count}.`,
    en: (count: string) => `Users whom it means: ${count}.`,
  },
  nobody: { pt: "Os filtros não encontram ninguém.", en: "The filters find nobody." },
  sample: { pt: "Alguns deles", en: "Some of them" },
  undoable: {
    pt: (days: number) => `Pode ser desfeita por ${days} dias.`,
    en: (days: number) => `It can be undone for ${days} days.`,
  },
  final: { pt: (why: string) => `Não pode ser desfeita. ${why}`, en: (why: string) => `It cannot be undone. ${why}` },
  typeCount: { pt: (count: string) => `Digite ${count} para confirmar`, en: (count: string) => `Type ${count} to confirm` },
  typedWrong: { pt: "Não é igual.", en: "That is not the same." },
});
