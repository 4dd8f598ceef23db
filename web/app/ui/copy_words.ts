// Texts of buttons that copy.
import { texts } from "../language.ts";

export const copyWords = texts({ copy: { pt: "Copiar", en: "Copy" }, copied: { pt: "Copiado", en: "Copied" } });
