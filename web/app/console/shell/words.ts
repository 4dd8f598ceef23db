// Texts of the frame around the screens of the console.
import { texts } from "../../language.ts";

export const shellWords = texts({
  console: { pt: "Administração", en: "Administration" },
  main: { pt: "Administração do servidor", en: "Server administration" },
  skip: { pt: "Ir para o conteúdo", en: "Skip to content" },
  places: {
    overview: { pt: "Visão geral", en: "Overview" },
    users: { pt: "Usuários", en: "Users" },
    bulkJobs: { pt: "Ações em massa", en: "Bulk jobs" },
    findings: { pt: "Recomendações", en: "Findings" },
    audit: { pt: "Registro", en: "Audit log" },
    signInMethods: { pt: "Formas de entrar", en: "Sign-in methods" },
    mail: { pt: "E-mails", en: "Mails" },
    urls: { pt: "Endereços", en: "URLs" },
    sessions: { pt: "Sessões e chaves", en: "Sessions and keys" },
    settings: { pt: "Configurações", en: "Settings" },
    finance: { pt: "Finanças", en: "Finance" },
    hooks: { pt: "Hooks", en: "Hooks" },
    webhooks: { pt: "Webhooks", en: "Webhooks" },
    apps: { pt: "Aplicativos", en: "Apps" },
    maintenance: { pt: "Manutenção", en: "Maintenance" },
    protection: { pt: "Proteção", en: "Protection" },
    sso: { pt: "Login único", en: "Single sign-on" },
    administrators: { pt: "Administradores", en: "Administrators" },
    keys: { pt: "Chaves de API", en: "API keys" },
  },
  more: { pt: "Mais", en: "More" },
  toApp: { pt: "Voltar ao aplicativo", en: "Back to the app" },
  roles: {
    viewer: { pt: "Leitura", en: "Viewer" },
    support: { pt: "Suporte", en: "Support" },
    security: { pt: "Segurança", en: "Security" },
    admin: { pt: "Administração", en: "Admin" },
    owner: { pt: "Dono", en: "Owner" },
  },
  lockedTitle: { pt: "Tela bloqueada", en: "Screen locked" },
  locked: {
    pt: "Ninguém usou esta tela por 15 minutos. Confirme que é você para continuar.",
    en: "Nobody used this screen for 15 minutes. Confirm it is you to go on.",
  },
  unlock: { pt: "Continuar", en: "Go on" },
  closedTitle: { pt: "Você não tem acesso", en: "You have no access" },
  notAdministrator: {
    pt: "Sua conta não administra este servidor. Peça um papel a um dono dele.",
    en: "Your account does not administrate this server. Ask one of its owners for a role.",
  },
  weakSession: {
    pt: "Quem administra o servidor entra com uma chave de acesso ou com um segundo fator.",
    en: "Administrators sign in with a passkey or with a second factor.",
  },
  toSecurity: { pt: "Abrir configurações de segurança", en: "Open security settings" },
  signInAgain: { pt: "Entrar de novo", en: "Sign in again" },
});

export const paletteWords = texts({
  title: { pt: "Ir para", en: "Go to" },
  label: { pt: "Tela, e-mail, telefone, nome ou id", en: "Screen, email, phone, name or id" },
  list: { pt: "Resultados", en: "Results" },
  kinds: { screen: { pt: "tela", en: "screen" }, user: { pt: "usuário", en: "user" } },
  keys: {
    title: { pt: "Atalhos", en: "Keyboard shortcuts" },
    palette: { pt: "Ir para tela ou usuário", en: "Go to a screen or a user" },
    search: { pt: "Procurar na lista", en: "Search the list" },
    next: { pt: "Próxima linha", en: "Next row" },
    previous: { pt: "Linha anterior", en: "Previous row" },
    open: { pt: "Abrir a linha", en: "Open the row" },
    help: { pt: "Esta ajuda", en: "This help" },
  },
});
