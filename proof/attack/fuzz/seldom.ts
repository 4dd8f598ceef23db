// Routes at which the fuzzer may see refusals alone, each with the reason and with the test that has its success.

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
