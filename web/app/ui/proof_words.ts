// Texts of the dialog that asks for a new proof.
import { texts } from "../language.ts";

export const proofWords = texts({
  title: { pt: "Confirme que é você", en: "Confirm it is you" },
  who: {
    pt: (email: string) => `Você entrou como ${email} há algum tempo. Confirme para continuar.`,
    en: (email: string) => `You signed in as ${email} a while ago. Confirm to go on.`,
  },
  password: { pt: "Senha", en: "Password" },
  code: { pt: "Código do aplicativo autenticador", en: "Code from your authenticator app" },
  act: { pt: "Confirmar", en: "Confirm" },
  byPasskey: { pt: "Usar chave de acesso", en: "Use a passkey" },
  noPasskey: { pt: "Nenhuma chave de acesso foi usada.", en: "No passkey was used." },
  otherWays: { pt: "Confirmar de outro jeito", en: "Confirm another way" },
});
