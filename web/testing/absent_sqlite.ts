// Test support: a libsqlite3.so.0 in which every call fails. The package's security library does not load without one, and does without
// a database where it cannot open one. Written byte by byte, because machines that lack SQLite have no compiler either.

const SONAME = "libsqlite3.so.0";
const FUNCTIONS = [
  ...["bind_blob", "bind_int", "bind_text", "busy_timeout", "close", "column_blob", "column_bytes", "column_count", "column_int"],
  ...[
    "column_name",
    "column_text",
    "exec",
    "file_control",
    "finalize",
    "free",
    "mprintf",
    "open_v2",
    "prepare_v2",
    "reset",
    "step",
  ],
];
const VARIABLE = "temp_directory";
/** mov eax, 1 (SQLITE_ERROR); ret */
const CODE = Buffer.from([0xb8, 1, 0, 0, 0, 0xc3]);

const PAGE = 4096;
const HEADER_SIZE = 64;
const SEGMENT_SIZE = 56;
const SYMBOL_SIZE = 24;
const [LOAD, DYNAMIC, STACK] = [1, 2, 0x6474e551];
const [EXECUTE, WRITE, READ] = [1, 2, 4];
const [OBJECT, FUNCTION] = [0x11, 0x12];

/** An ELF library for 64-bit x86: a page of names and code, and a page that the loader and its users may write to. */
export function absentSqlite(): Buffer {
  const symbols = [...FUNCTIONS.map((name) => `sqlite3_${name}`), `sqlite3_${VARIABLE}`];
  const names = Buffer.from(`\0${[SONAME, ...symbols].join("\0")}\0`);
  // One bucket, which begins with the last symbol; each leads to the one before it, and 0 ends the chain.
  const hash = words(4, [1, symbols.length + 1, symbols.length, 0, ...symbols.keys()]);

  const segments = 4;
  const codeAt = HEADER_SIZE + segments * SEGMENT_SIZE;
  const hashAt = codeAt + 8;
  const symbolsAt = Math.ceil((hashAt + hash.length) / 8) * 8;
  const namesAt = symbolsAt + (symbols.length + 1) * SYMBOL_SIZE;
  const readOnlySize = namesAt + names.length;

  const dynamic = words(8, [
    ...[14, names.indexOf(SONAME), 4, hashAt, 5, namesAt, 6, symbolsAt],
    ...[10, names.length, 11, SYMBOL_SIZE, 0, 0],
  ]);
  const variableAt = PAGE + dynamic.length;

  const file = Buffer.alloc(variableAt + 8);
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(file);
  // Of the header: a shared library, for x86-64, and where its segments are listed.
  file.writeUInt16LE(3, 16);
  file.writeUInt16LE(62, 18);
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(BigInt(HEADER_SIZE), 32);
  for (const [index, value] of [HEADER_SIZE, SEGMENT_SIZE, segments].entries()) file.writeUInt16LE(value, 52 + 2 * index);

  for (const [index, [kind, flags, at, size]] of (
    [
      [LOAD, READ | EXECUTE, 0, readOnlySize],
      [LOAD, READ | WRITE, PAGE, file.length - PAGE],
      [DYNAMIC, READ | WRITE, PAGE, dynamic.length],
      [STACK, READ | WRITE, 0, 0],
    ] as const
  ).entries()) {
    const entry = HEADER_SIZE + index * SEGMENT_SIZE;
    file.writeUInt32LE(kind, entry);
    file.writeUInt32LE(flags, entry + 4);
    words(8, [at, at, at, size, size, kind === LOAD ? PAGE : 8]).copy(file, entry + 8);
  }

  CODE.copy(file, codeAt);
  hash.copy(file, hashAt);
  for (const [index, name] of symbols.entries()) {
    const isVariable = index === FUNCTIONS.length;
    const entry = symbolsAt + (index + 1) * SYMBOL_SIZE;
    file.writeUInt32LE(names.indexOf(`\0${name}\0`) + 1, entry);
    file.writeUInt8(isVariable ? OBJECT : FUNCTION, entry + 4);
    // In some section: which one, nobody asks.
    file.writeUInt16LE(1, entry + 6);
    words(8, [isVariable ? variableAt : codeAt, isVariable ? 8 : CODE.length]).copy(file, entry + 8);
  }
  names.copy(file, namesAt);
  dynamic.copy(file, PAGE);
  return file;
}

function words(size: 4 | 8, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(size * values.length);
  for (const [index, value] of values.entries()) bytes.writeUIntLE(value, index * size, 4);
  return bytes;
}
