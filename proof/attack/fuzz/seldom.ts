// Routes at which the fuzzer may never succeed, with the reason and the test that covers their success.

export const SELDOM: Readonly<Record<string, { why: string; test: string }>> = {
  "finance GET /.well-known/oauth-protected-resource": {
    why: "it is there only where FINANCE_OAUTH_RESOURCE is set",
    test: "docs/openapi/finance.test.ts",
  },
  "finance GET /.well-known/oauth-protected-resource/rest/v2": {
    why: "it is there only where FINANCE_OAUTH_RESOURCE is set",
    test: "docs/openapi/finance.test.ts",
  },
};
