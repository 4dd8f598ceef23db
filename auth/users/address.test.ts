import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../kernel/errors.ts";
import { readEmail, readPhone } from "./address.ts";

const REQUIRED = "An email address is required";
const TOO_LONG = "An email address is too long";
const INVALID = "Unable to validate email address: invalid format";
const NO_PHONE = "Invalid phone number format (E.164 required)";

const label63 = "a".repeat(63);
const longest = `${"l".repeat(60)}@${[label63, label63, label63].join(".")}.br`;

const emails: [given: string, stored: string][] = [
  ["ana@example.com", "ana@example.com"],
  ["ANA.Silva@Example.COM", "ana.silva@example.com"],
  ["INFO@IIS.EXAMPLE", "info@iis.example"],
  ["u1+tag@x.test", "u1+tag@x.test"],
  ["o'brien!#$%&*/=?^_`{|}~-@example.com", "o'brien!#$%&*/=?^_`{|}~-@example.com"],
  ["a@b.c", "a@b.c"],
  ["a@xn--bcher-kva.example", "a@xn--bcher-kva.example"],
  [`a@${label63}.com`, `a@${label63}.com`],
  [longest, longest],
];
for (const [input, stored] of emails) {
  test(`readEmail takes ${input}`, () => assert.equal(readEmail(input), stored));
}

test("readEmail's longest address has 255 characters", () => assert.equal(longest.length, 255));

test("readEmail gives the same text when it reads what it gave", () => {
  for (const [, stored] of emails) assert.equal(readEmail(stored), stored);
});

const refusedEmails: [what: string, given: string, message: string][] = [
  ["an empty text", "", REQUIRED],
  ["256 characters", `l${longest}`, TOO_LONG],
  ["a megabyte", `${"a".repeat(1 << 20)}@example.com`, TOO_LONG],
  ["a megabyte of @", "@".repeat(1 << 20), TOO_LONG],
  ["a space alone", " ", INVALID],
  ["a leading space", " ana@example.com", INVALID],
  ["a trailing space", "ana@example.com ", INVALID],
  ["a trailing line feed", "ana@example.com\n", INVALID],
  ["a second line", "ana@example.com\r\nBcc: eve@example.com", INVALID],
  ["a tab", "ana\t@example.com", INVALID],
  ["a NUL", "ana@example.com\0", INVALID],
  ["a DEL", "ana\x7f@example.com", INVALID],
  ["no @", "ana.example.com", INVALID],
  ["two dots in a row", "ana..silva@example.com", INVALID],
  ["a dot first", ".ana@example.com", INVALID],
  ["a dot last", "ana.@example.com", INVALID],
  ["a domain that is read as an IP address", "ana@123.123", INVALID],
  ["a domain that is an IP address in hexadecimal", "ana@0x7f.1", INVALID],
  ["an IP address", "ana@127.0.0.1", INVALID],
  ["a domain that ends in a number", "ana@example.1", INVALID],
  ["no local part", "@example.com", INVALID],
  ["no domain", "ana@", INVALID],
  ["a domain of one label", "ana@localhost", INVALID],
  ["two @", "ana@eve.test@example.com", INVALID],
  ["an @ at the end", "ana@example.com@", INVALID],
  ["a quoted local part", '"ana"@example.com', INVALID],
  ["a quoted @", '"ana@eve.test"@example.com', INVALID],
  ["a display name", "Ana <ana@example.com>", INVALID],
  ["two addresses", "ana@example.com,eve@example.com", INVALID],
  ["two addresses by semicolon", "ana@example.com;eve@example.com", INVALID],
  ["a comment", "ana(x)@example.com", INVALID],
  ["a backslash", "ana\\@example.com", INVALID],
  ["an address literal", "ana@[127.0.0.1]", INVALID],
  ["a port", "ana@example.com:25", INVALID],
  ["an empty label", "ana@example..com", INVALID],
  ["a dot before the domain", "ana@.example.com", INVALID],
  ["a dot after the domain", "ana@example.com.", INVALID],
  ["a dash before a label", "ana@-example.com", INVALID],
  ["a dash after a label", "ana@example-.com", INVALID],
  ["an underscore in the domain", "ana@exa_mple.com", INVALID],
  ["a label of 64", `a@${label63}a.com`, INVALID],
  ["the Kelvin sign in the local part", "mi\u212Ae@example.com", INVALID],
  ["the Kelvin sign in the domain", "mike@\u212Aexample.com", INVALID],
  ["a dotless i", "m\u0131ke@example.com", INVALID],
  ["a dotless i in the domain", "mike@g\u0131thub.com", INVALID],
  ["a dotted capital I", "m\u0130ke@example.com", INVALID],
  ["a long s", "bo\u017Fs@example.com", INVALID],
  ["a sharp s", "stra\u00DFe@example.com", INVALID],
  ["a fullwidth @", "ana\uFF20example.com", INVALID],
  ["a fullwidth @ beside a plain one", "ana\uFF20eve.test@example.com", INVALID],
  ["a small @", "ana\uFE6Bexample.com", INVALID],
  ["fullwidth letters", "\uFF41na@example.com", INVALID],
  ["a fullwidth dot", "ana@example\uFF0Ecom", INVALID],
  ["an ideographic dot", "ana@example\u3002com", INVALID],
  ["a Cyrillic a", "\u0430na@example.com", INVALID],
  ["a zero-width space", "ana\u200B@example.com", INVALID],
  ["a zero-width joiner", "ana@exam\u200Dple.com", INVALID],
  ["a byte order mark", "\uFEFFana@example.com", INVALID],
  ["a right-to-left mark", "ana\u200F@example.com", INVALID],
  ["a right-to-left override", "ana\u202Emoc@example.com", INVALID],
  ["a combining mark", "ana\u0301@example.com", INVALID],
  ["a no-break space", "ana\u00A0@example.com", INVALID],
  ["a line separator", "ana@example.com\u2028", INVALID],
  ["a soft hyphen", "a\u00ADna@example.com", INVALID],
  ["an emoji", "\u{1F600}@example.com", INVALID],
  ["half a surrogate pair", "ana\uD800@example.com", INVALID],
];
for (const [what, input, message] of refusedEmails) {
  test(`readEmail refuses ${what}`, () => assert.throws(() => readEmail(input), is400(message)));
}

test("readEmail takes no character outside of ASCII in either part", () => {
  // Of the scripts with thousands of signs, and of the private ones, a sixteenth.
  const isMany = (code: number) => code >= 0x3400 && code < 0xf900;
  for (let code = 0x80; code <= 0xffff; code += isMany(code) ? 16 : 1) {
    const character = String.fromCharCode(code);
    assert.throws(() => readEmail(`a${character}@example.com`), is400(INVALID), code.toString(16));
    assert.throws(() => readEmail(`a@ex${character}mple.com`), is400(INVALID), code.toString(16));
  }
});

const phones: [given: string, stored: string][] = [
  ["+5511987654321", "5511987654321"],
  ["5511987654321", "5511987654321"],
  ["+55 11 98765 4321", "5511987654321"],
  [" + 1 555 0100 ", "15550100"],
  ["12", "12"],
  ["123456789012345", "123456789012345"],
];
for (const [input, stored] of phones) {
  test(`readPhone takes "${input}"`, () => assert.equal(readPhone(input), stored));
}

const refusedPhones: [what: string, given: string][] = [
  ["an empty text", ""],
  ["a plus alone", "+"],
  ["one digit", "+1"],
  ["sixteen digits", "1234567890123456"],
  ["a leading zero", "011987654321"],
  ["a leading zero after the plus", "+011987654321"],
  ["the international prefix 00", "005511987654321"],
  ["two pluses", "++5511987654321"],
  ["a plus inside", "55+11987654321"],
  ["dashes", "+1-555-0100"],
  ["brackets", "+1 (555) 0100"],
  ["letters", "+1555CALLNOW"],
  ["a line feed at the end", "+5511987654321\n"],
  ["a tab", "+55\t11987654321"],
  ["a no-break space", "+55\u00A011987654321"],
  ["a NUL", "+5511987654321\0"],
  ["fullwidth digits", "+\uFF15\uFF15\uFF11\uFF11"],
  ["a fullwidth plus", "\uFF0B5511987654321"],
  ["Arabic digits", "+\u0661\u0662\u0663\u0664\u0665"],
  ["a superscript digit", "+551198765432\u00B9"],
  ["a zero-width space", "+5511\u200B987654321"],
  ["an address", "ana@example.com"],
  ["SQL", "1' or '1'='1"],
  ["a megabyte", "1".repeat(1 << 20)],
];
for (const [what, input] of refusedPhones) {
  test(`readPhone refuses ${what}`, () => assert.throws(() => readPhone(input), is400(NO_PHONE)));
}

function is400(message: string) {
  return ({ name, status, code, message: text }: Fault) => {
    assert.deepEqual([name, status, code, text], ["Fault", 400, "validation_failed", message]);
    return true;
  };
}
