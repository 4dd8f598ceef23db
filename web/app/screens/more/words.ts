// What /more and the choices of a browser say.
import { choose } from "../../words/words.ts";

const portuguese = {
  title: "Mais",
  signedInAs: "Você entrou como",
  theme: "Aparência",
  themes: { system: "Como o sistema", light: "Clara", dark: "Escura" },
  language: "Idioma",
  hide: "Esconder valores",
  dense: "Listas mais compactas",
  signOut: "Sair",
  settings: "Configurações",
  keys: "Atalhos do teclado",
  lettersOff: "Desligar atalhos de uma letra",
};

const english: typeof portuguese = {
  title: "More",
  signedInAs: "You are signed in as",
  theme: "Appearance",
  themes: { system: "Like the system", light: "Light", dark: "Dark" },
  language: "Language",
  hide: "Hide amounts",
  dense: "Denser lists",
  signOut: "Sign out",
  settings: "Settings",
  keys: "Keyboard shortcuts",
  lettersOff: "Switch off shortcuts of a single character",
};

export const more = choose(portuguese, english);
