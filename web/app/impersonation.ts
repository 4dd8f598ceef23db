// Whether an administrator sees somebody's account here: then nothing of it is stored in this browser, and nothing can be changed.

export const isImpersonation = (): boolean => /(?:^|; )cofre-impersonation=1(?:;|$)/.test(globalThis.document?.cookie ?? "");
