// Texts of the keys of lists. Lists load them, and the other shortcuts come after the first screen.
import { texts } from "../language.ts";

export const listNavigationWords = texts({
  next: { pt: "próximo", en: "next" },
  before: { pt: "anterior", en: "previous" },
  first: { pt: "primeiro", en: "first" },
  last: { pt: "último", en: "last" },
});
