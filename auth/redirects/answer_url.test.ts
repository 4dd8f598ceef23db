import assert from "node:assert/strict";
import { test } from "node:test";
import { errorRedirect, withFragment, withQuery } from "./answer_url.ts";

test("a fragment is form-encoded with its keys in order, and leaves out what is undefined", () => {
  const fields = { token_type: "bearer", access_token: "a.b+c", expires_in: 3600, type: "a b&c", provider_token: undefined };
  assert.equal(
    withFragment("https://app.example.com/x", fields),
    "https://app.example.com/x#access_token=a.b%2Bc&expires_in=3600&sb=&token_type=bearer&type=a+b%26c",
  );
});

test("a fragment takes the place of one that is there, and the query stays as it was", () => {
  assert.equal(
    withFragment("https://app.example.com/x?next=%2Fa%20b&flag&next=c#old?x=y", { type: "signup" }),
    "https://app.example.com/x?next=%2Fa%20b&flag&next=c#sb=&type=signup",
  );
});

test("a query is added behind the one that is there, and replaces its own names", () => {
  assert.equal(
    withQuery("https://app.example.com/x?a=b&code=old&%63ode=old#c", { code: "new" }),
    "https://app.example.com/x?a=b&code=new",
  );
  assert.equal(withQuery("https://app.example.com", { b: 1, a: "é" }), "https://app.example.com?a=%C3%A9&b=1");
  assert.equal(withQuery("https://app.example.com/?", {}), "https://app.example.com/");
});

test("tokens and errors that redirect_to brought along are gone from the query (AR-15)", () => {
  const brought = "https://app.example.com/?access_token=evil&a=b&refresh%5Ftoken=evil&error=evil&expires_in=1&type=mine";
  assert.equal(withFragment(brought, { access_token: "good" }), "https://app.example.com/?a=b&type=mine#access_token=good&sb=");
  assert.equal(withQuery(brought, { code: "good" }), "https://app.example.com/?a=b&type=mine&code=good");
});

test("the URL of an application's own scheme keeps its form", () => {
  assert.equal(withFragment("com.example.app://login", { type: "signup" }), "com.example.app://login#sb=&type=signup");
  assert.equal(withQuery("com.example.app:/oauth?a", { code: "c" }), "com.example.app:/oauth?a&code=c");
});

const ERRORS: [status: number, error: string | undefined][] = [
  [400, "invalid_request"],
  [401, "unauthorized_client"],
  [403, "access_denied"],
  [500, "server_error"],
  [503, "temporarily_unavailable"],
  [422, undefined],
  [429, undefined],
];

for (const [status, error] of ERRORS) {
  test(`an error of status ${status} is told as ${error ?? "a code alone"}`, () => {
    const fault = { status, code: "otp_expired", message: "Email link is invalid or has expired" };
    const fields = `${error ? `error=${error}&` : ""}error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired`;
    assert.equal(
      errorRedirect("https://app.example.com/?a=b#c", fault, { pkce: false }),
      `https://app.example.com/?a=b#${fields}&sb=`,
    );
    assert.equal(
      errorRedirect("https://app.example.com/?a=b&error=x", fault, { pkce: true }),
      `https://app.example.com/?a=b&${fields}#${fields}&sb=`,
    );
  });
}
