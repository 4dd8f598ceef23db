// Texts of tags.
import { texts } from "../../language.ts";

export const tagWords = texts({
  title: { pt: "Etiquetas", en: "Tags" },
  empty: { pt: "Nenhuma etiqueta ainda. Elas nascem nos lançamentos.", en: "No tags yet. They come with entries." },
  edit: { pt: "Etiqueta", en: "Tag" },
  name: { pt: "Nome", en: "Name" },
  hint: { pt: "Com o nome de outra etiqueta, as duas se tornam uma.", en: "With the name of another tag, the two become one." },
  rows: { pt: "Ver lançamentos", en: "See transactions" },
  saved: { pt: "Etiqueta renomeada.", en: "Tag renamed." },
  removed: { pt: "Etiqueta retirada.", en: "Tag taken away." },
  remove: { pt: "Retirar de todos", en: "Take away from all" },
});
