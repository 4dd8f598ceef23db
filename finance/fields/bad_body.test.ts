// Bodies that are no record: what is said of them is true, in both languages.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { shareTestFinance, type TestMember } from "../testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

const JSON_TYPE = { "content-type": "application/json" };
const post = async (body: string, language: string) => {
  const reply = await ana.post("/accounts", body, { ...JSON_TYPE, "accept-language": language });
  return [reply.status, (reply.body as { error: string }).error];
};

const REFUSED =
  "o corpo não pode ser aceito: precisa ser um objeto, sem chaves repetidas ou proibidas e com no máximo 100 níveis";

test("valid JSON that is refused is not called invalid: keys with NUL, of prototypes or given twice, lists, too many levels", async () => {
  const bodies = {
    '{"name":"a","x\\u0000":1}': "a key holds a NUL character or half of a surrogate pair",
    '{"name":"a","__proto__":{}}': "the key __proto__ is not allowed",
    '{"name":"a","x":[{"constructor":1}]}': "the key constructor is not allowed",
    '{"name":"a","name":"b"}': "a key is given twice",
    "[]": "it is not an object",
    '"text"': "it is not an object",
    [`{"name":"a","x":${"[".repeat(101)}${"]".repeat(101)}}`]: "nested deeper than 100 levels",
  };
  for (const [body, problem] of Object.entries(bodies)) {
    assert.deepEqual(await post(body, "en"), [400, `the body cannot be accepted: ${problem}`]);
    assert.deepEqual(await post(body, "pt-BR"), [400, REFUSED], body);
  }
  for (const body of ["{", "{a:1}", '{"a":1,}']) {
    const [status, error] = await post(body, "en");
    assert.equal(status, 400);
    assert.match(String(error), /^the body is not valid JSON: /);
  }
});
