// Texts of settings: what all their screens share.
import { texts } from "../../language.ts";

export const settingsWords = texts({
  title: { pt: "Configurações", en: "Settings" },
  hint: {
    pt: "Valem na hora, em todas as réplicas. O que o ambiente do servidor define fica travado.",
    en: "They count at once, on every replica. What the server's environment sets is locked.",
  },
  search: { pt: "Procurar uma configuração", en: "Search settings" },
  changedOnly: { pt: "Só as alteradas", en: "Changed ones only" },
  none: { pt: "Nenhuma configuração com este nome.", en: "No setting has this name." },
  change: { pt: "Alterar", en: "Change" },
  configure: { pt: "Configurar", en: "Configure" },
  changed: { pt: "Alterado. Já vale em todas as réplicas.", en: "Changed. It counts on every replica." },
  changedAfterRestart: {
    pt: "Guardado. Vale depois de reiniciar o servidor.",
    en: "Stored. It counts after a restart of the server.",
  },
  unchanged: { pt: "Nada mudou.", en: "Nothing changes." },
  reset: { pt: "Voltar ao padrão", en: "Use the default" },
  on: { pt: "Ligado", en: "On" },
  off: { pt: "Desligado", en: "Off" },
  byDefault: { pt: (value: string) => `Padrão: ${value}`, en: (value: string) => `Default: ${value}` },
  noDefault: { pt: "Sem valor", en: "Not set" },
  hidden: { pt: "Guardado, não é exibido", en: "Stored, not shown" },
  keepSecret: { pt: "Vazio: fica como está.", en: "Empty: it stays as it is." },
  allowed: { pt: (what: string) => `Aceita: ${what}`, en: (what: string) => `Takes: ${what}` },
  sources: {
    environment: { pt: "do ambiente", en: "from the environment" },
    settings: { pt: "alterado aqui", en: "changed here" },
    start: { pt: "do início automático", en: "from the start command" },
    default: { pt: "padrão", en: "default" },
  },
  locked: {
    pt: (variable: string) => `Definido por ${variable} no ambiente do servidor`,
    en: (variable: string) => `Set by ${variable} in the server's environment`,
  },
  restart: { pt: "Vale depois de reiniciar.", en: "Counts after a restart." },
  skipTrials: { pt: "Guardar sem testar antes", en: "Store it without trying it first" },
  tried: { pt: "Antes de valer, é testado.", en: "It is tried before it counts." },
  pending: {
    pt: (seconds: number) => `Esta mudança volta atrás em ${seconds} s, a não ser que você a confirme.`,
    en: (seconds: number) => `This change is taken back in ${seconds} s unless you confirm it.`,
  },
  pendingHint: {
    pt: "Ela poderia impedir todos de entrar. Veja se tudo funciona.",
    en: "It could keep everybody out. See that everything works.",
  },
  confirm: { pt: "Confirmar", en: "Confirm" },
  takeBack: { pt: "Voltar atrás", en: "Take it back" },
  confirmed: { pt: "Confirmado.", en: "Confirmed." },
  takenBack: { pt: "Voltou ao que era.", en: "It is as it was." },
  awaiting: {
    pt: (names: string) => `Valem depois de reiniciar o servidor: ${names}.`,
    en: (names: string) => `Count after a restart of the server: ${names}.`,
  },
  ignored: {
    pt: "SETTINGS_ENABLED está desligado: o servidor ignora o que se guarda aqui.",
    en: "SETTINGS_ENABLED is off: the server ignores what is stored here.",
  },
  unfit: {
    pt: "O que está guardado não serve para este servidor, que segue com o que tinha. O log diz por quê.",
    en: "What is stored does not fit this server, which goes on with what it had. Its log says why.",
  },
  history: { pt: "Histórico", en: "History" },
});

export const versionsWords = texts({
  title: { pt: "Histórico das configurações", en: "History of settings" },
  hint: { pt: "Quem mudou o quê, quando e por quê.", en: "Who changed what, when and why." },
  none: { pt: "Nada foi alterado ainda.", en: "Nothing has been changed yet." },
  version: { pt: (version: number) => `Versão ${version}`, en: (version: number) => `Version ${version}` },
  undoes: { pt: (version: number) => `desfaz a versão ${version}`, en: (version: number) => `undoes version ${version}` },
  lapsed: { pt: "não confirmada", en: "not confirmed" },
  reason: { pt: (reason: string) => `motivo: ${reason}`, en: (reason: string) => `reason: ${reason}` },
  before: { pt: "Antes", en: "Before" },
  after: { pt: "Depois", en: "After" },
  nothing: { pt: "nada guardado", en: "nothing stored" },
  undo: { pt: "Desfazer", en: "Undo" },
  undoAsk: { pt: (version: number) => `Desfazer a versão ${version}?`, en: (version: number) => `Undo version ${version}?` },
  undoHint: {
    pt: "O que ela mudou volta a ser como era, em uma versão nova.",
    en: "What it changed becomes as it was, in a version of its own.",
  },
  undone: { pt: "Desfeito.", en: "Undone." },
  more: { pt: "Mais antigas", en: "Older ones" },
});
