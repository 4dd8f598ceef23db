// Texts of passwords, addresses, second factors and passkeys.
import { texts } from "../language.ts";

export const passwordWords = texts({
  title: { pt: "Senha", en: "Password" },
  hint: {
    pt: "Os outros aparelhos em que você entrou vão precisar da nova.",
    en: "Other devices where you are signed in will need the new one.",
  },
  change: { pt: "Trocar a senha", en: "Change the password" },
  fresh: { pt: "Nova senha", en: "New password" },
  current: { pt: "Senha atual", en: "Current password" },
  code: { pt: "Código", en: "Code" },
  codeHint: {
    pt: "Mandamos um código para o seu e-mail, para ter certeza de que é você.",
    en: "We sent a code to your email, to be sure that it is you.",
  },
  saved: { pt: "Senha trocada.", en: "Password changed." },
});

export const addressWords = texts({
  title: { pt: "E-mail e telefone", en: "Email and phone" },
  email: { pt: "E-mail", en: "Email" },
  phone: { pt: "Telefone", en: "Phone" },
  none: { pt: "nenhum", en: "none" },
  change: { pt: "Trocar", en: "Change" },
  waits: {
    pt: (address: string) => `${address} espera a confirmação`,
    en: (address: string) => `${address} is waiting for confirmation`,
  },
  newEmail: { pt: "Novo e-mail", en: "New email" },
  newPhone: { pt: "Novo telefone", en: "New phone" },
  emailHint: {
    pt: "Mandamos um link para o novo e para o atual. A troca vale quando os dois confirmarem.",
    en: "We send a link to the new one and to the current one. The change takes effect once both are confirmed.",
  },
  phoneHint: { pt: "Com código do país: +55 11 99999-0000", en: "With the country code: +55 11 99999-0000" },
  send: { pt: "Mandar", en: "Send" },
  mailed: {
    pt: "Veja os dois e-mails: a troca vale quando forem confirmados.",
    en: "Check both mailboxes: the change takes effect once both are confirmed.",
  },
  phoneSaved: { pt: "Telefone trocado.", en: "Phone changed." },
  badEmail: { pt: "Digite um e-mail válido.", en: "Type a valid email." },
  badPhone: { pt: "Digite o número com o código do país.", en: "Type the number with its country code." },
});

export const twoStepWords = texts({
  title: { pt: "Verificação em duas etapas", en: "Two-step verification" },
  hint: {
    pt: "Quem souber sua senha ainda precisa do seu aparelho.",
    en: "Whoever knows your password still needs your device.",
  },
  none: { pt: "A verificação em duas etapas está desligada.", en: "Two-step verification is off." },
  kinds: {
    totp: { pt: "Aplicativo autenticador", en: "Authenticator app" },
    phone: { pt: "Telefone", en: "Phone" },
    webauthn: { pt: "Chave de segurança", en: "Security key" },
    recovery_code: { pt: "Códigos", en: "Codes" },
  },
  add: {
    totp: { pt: "Adicionar aplicativo", en: "Add an app" },
    phone: { pt: "Adicionar telefone", en: "Add a phone" },
    webauthn: { pt: "Adicionar chave de segurança", en: "Add a security key" },
  },
  appName: {
    pt: (now: Date) => `Aplicativo de ${now.toLocaleString("pt-BR", { dateStyle: "short", timeStyle: "medium" })}`,
    en: (now: Date) => `App of ${now.toLocaleString("en", { dateStyle: "short", timeStyle: "medium" })}`,
  },
  since: { pt: (day: string) => `desde ${day}`, en: (day: string) => `since ${day}` },
  scan: { pt: "Leia esta imagem com o seu aplicativo autenticador.", en: "Scan this picture with your authenticator app." },
  qr: { pt: "Imagem para o aplicativo autenticador", en: "Picture for the authenticator app" },
  orType: { pt: "Ou digite nele:", en: "Or type into it:" },
  code: { pt: "Código de seis dígitos", en: "Six-digit code" },
  verify: { pt: "Confirmar", en: "Confirm" },
  wrong: {
    pt: "O código não confere. Espere o próximo e tente de novo.",
    en: "The code is wrong. Wait for the next one and try again.",
  },
  added: { pt: "Verificação em duas etapas ligada.", en: "Two-step verification is on." },
  addedWithoutCodes: {
    pt: "Verificação em duas etapas ligada. Crie também os códigos de recuperação.",
    en: "Two-step verification is on. Create recovery codes as well.",
  },
  keyHint: { pt: "Um nome para reconhecer a chave. Depois, toque nela.", en: "A name to recognise the key by. Then touch it." },
  remove: { pt: "Remover", en: "Remove" },
  removeAsk: { pt: "Remover esta verificação?", en: "Remove this verification method?" },
  removeHint: { pt: "Ela deixa de valer na hora.", en: "It stops working at once." },
  removeLast: {
    pt: "É a última: a senha volta a bastar para entrar, e os códigos de recuperação deixam de valer.",
    en: "It is the last one: the password alone will be enough to sign in, and recovery codes stop working.",
  },
  removed: { pt: "Removido.", en: "Removed." },
});

export const recoveryWords = texts({
  title: { pt: "Códigos de recuperação", en: "Recovery codes" },
  none: { pt: "Para quando você estiver sem o aparelho.", en: "For when you do not have the device." },
  left: {
    pt: (left: number, total: number) => `Restam ${left} de ${total}`,
    en: (left: number, total: number) => `${left} of ${total} left`,
  },
  make: { pt: "Criar códigos", en: "Create codes" },
  again: { pt: "Criar novos códigos", en: "Create new codes" },
  hint: {
    pt: "Dez códigos, cada um vale uma vez. Eles aparecem só agora: imprima ou guarde bem.",
    en: "Ten codes, each works once. They are shown only now: print them or store them safely.",
  },
  againHint: { pt: "Os códigos antigos deixam de valer na hora.", en: "The old codes stop working at once." },
  keep: {
    pt: "Guarde estes códigos longe do seu aparelho. Eles não aparecem de novo.",
    en: "Keep these codes away from your device. They are not shown again.",
  },
  print: { pt: "Imprimir", en: "Print" },
  download: { pt: "Baixar", en: "Download" },
  fileName: { pt: "codigos-de-recuperacao.txt", en: "recovery-codes.txt" },
  fileTitle: {
    pt: (email: string, day: string) => `Códigos de recuperação de ${email}, criados em ${day}`,
    en: (email: string, day: string) => `Recovery codes of ${email}, created on ${day}`,
  },
  fileHint: { pt: "Cada um vale uma vez, no lugar do segundo aparelho.", en: "Each works once, in place of the second device." },
  kept: { pt: "Guardei os códigos em um lugar seguro", en: "I have stored the codes in a safe place" },
  remind: {
    pt: "Guarde os códigos e marque acima: sem eles, perder o aparelho é perder o acesso.",
    en: "Store the codes and check the box above: without them, losing the device means losing access.",
  },
  done: { pt: "Concluir", en: "Done" },
});

export const passkeyWords = texts({
  title: { pt: "Chaves de acesso", en: "Passkeys" },
  hint: {
    pt: "Entre com a digital, o rosto ou o PIN do aparelho, sem senha.",
    en: "Sign in with your fingerprint, face or device PIN, without a password.",
  },
  none: { pt: "Nenhuma chave de acesso ainda.", en: "No passkey yet." },
  add: { pt: "Adicionar chave de acesso", en: "Add a passkey" },
  added: { pt: "Chave de acesso criada.", en: "Passkey created." },
  failed: {
    pt: "A chave não foi criada. Tente de novo quando quiser.",
    en: "No passkey was created. Try again whenever you like.",
  },
  unnamed: { pt: "Chave de acesso", en: "Passkey" },
  used: { pt: (day: string) => `usada em ${day}`, en: (day: string) => `used on ${day}` },
  rename: { pt: "Renomear", en: "Rename" },
  name: { pt: "Nome", en: "Name" },
  go: { pt: "Continuar", en: "Continue" },
  removeAsk: { pt: "Remover esta chave de acesso?", en: "Remove this passkey?" },
  removeHint: {
    pt: "Ela deixa de abrir a sua conta. No aparelho, apague-a também.",
    en: "It no longer opens your account. Delete it on the device too.",
  },
  removed: { pt: "Chave de acesso removida.", en: "Passkey removed." },
});
