import assert from "node:assert/strict";
import { test } from "node:test";
import { splitStatements } from "./split_statements.ts";

test("a file is split where statements end, and nowhere else", () => {
  const text = `
-- a comment; with a semicolon
create table a (b text default 'x;''y;'); /* another; */ comment on table a is 'it''s; here';
create function f() returns void language plpgsql as $$
begin
  perform 'a;b'; -- inside
end $$;
create function g() returns text language sql as $body$ select $$;$$; $body$;
alter table a rename "b;c" to d;
-- the end;
`;
  assert.deepEqual(
    splitStatements(text).map((each) => each.replace(/\s+/g, " ")),
    [
      "-- a comment; with a semicolon create table a (b text default 'x;''y;')",
      "/* another; */ comment on table a is 'it''s; here'",
      "create function f() returns void language plpgsql as $$ begin perform 'a;b'; -- inside end $$",
      "create function g() returns text language sql as $body$ select $$;$$; $body$",
      'alter table a rename "b;c" to d',
    ],
  );
});
