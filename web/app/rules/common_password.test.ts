import assert from "node:assert/strict";
import { test } from "node:test";
import { isCommonPassword } from "./common_password.ts";
import { COMMON_WORDS } from "./common_words.ts";

const COMMON = [
  ...["123456", "1234567890", "654321", "111111", "000000", "121212", "123123", "112233", "123321", "159357", "147258369"],
  ...[
    "abcdef",
    "abc123",
    "123abc",
    "qwerty",
    "QWERTY123",
    "qwertyuiop",
    "asdfgh",
    "1q2w3e4r",
    "1qaz2wsx",
    "zaq12wsx",
    "a1b2c3d4",
  ],
  ...["password", "Password1", "P@ssw0rd", "passw0rd!", "password123456", "senha123", "Senha@2024", "s3nh4s", "minhasenha1"],
  ...[
    "iloveyou",
    "I love you",
    "teamo",
    "TeAmo<3",
    "deusefiel",
    "Deus é fiel",
    "jesus10",
    "flamengo",
    "Flamengo81",
    "corinthians1910",
  ],
  ...[
    "maria2010",
    "joao123",
    "João123",
    "gabriel!",
    "!gabriel!",
    "brasil2026",
    "Brasil@2026",
    "letmein",
    "changeme",
    "admin123",
    "cofre123",
  ],
  ...[
    "31121999",
    "19991231",
    "311299",
    "31/12/1999",
    "1999-12-31",
    "passwordpassword",
    "abcabcabc",
    "senhasenha",
    "xyxyxyxy",
    "aaaaaaaaaaaa",
  ],
  ...[
    "asdf1234",
    "asdfqwer",
    "qwe123qwe123",
    "monkey31121999",
    "dragon",
    "football1",
    "sunshine",
    "princesa",
    "1234senha",
    "m a r i a 1",
  ],
];
for (const password of COMMON) test(`${password} is common`, () => assert.ok(isCommonPassword(password)));

const FINE = [
  ...["correct horse", "cavalo bateria grampo", "uma senha toda nova", "the password of ana@example.com", "uma outra senha"],
  ...[
    "x7Kp2m",
    "tr0ub4dor&3",
    "9f3kq1",
    "zmjqpl",
    "gQ7!vR2",
    "831947",
    "90817263",
    "meu gato come 7 peixes",
    "azul de metileno 84",
  ],
  ...[
    "Maria837462",
    "senha da casa verde",
    "",
    "é",
    "12",
    "vTnWq",
    "lampadaria",
    "quarenta e dois patos",
    "\u{1f40e}\u{1f50b}\u{1f4ce}",
  ],
];
for (const password of FINE) test(`${JSON.stringify(password)} is not common`, () => assert.ok(!isCommonPassword(password)));

test("the longest that a page takes is judged at once", () => {
  for (const unit of ["a", "12", "abc1", "qwerty", "senha", "x!", "1a", "0"]) {
    const began = performance.now();
    isCommonPassword(unit.repeat(4096 / unit.length));
    isCommonPassword(`${unit.repeat(1024 / unit.length)}?`);
    isCommonPassword(`${"1".repeat(512)}${unit}${"1".repeat(512)}`);
    assert.ok(performance.now() - began < 500, unit);
  }
});

test("words are written as they are compared", () => {
  for (const word of COMMON_WORDS) assert.match(word, /^[a-z]{2,}$/);
});
