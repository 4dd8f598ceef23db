// Parses a large JSON object as a stream, member by member and item by item, so that memory is bounded by the longest row.

export interface Member {
  name: string;
  /** Of a list, its items in turn. */
  isItem: boolean;
  value: unknown;
}

export class NotJson extends Error {}

/** Far more than a row with its notes and tags. */
const LONGEST_PIECE = 512 * 1024;
const FULL_STOP = /\S/;

/** Only brackets, commas and quotes are looked at here; what stands between them JSON.parse judges. */
export async function* readMembers(chunks: AsyncIterable<string>): AsyncGenerator<Member> {
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let isOver = false;
  /** The list that is open, and how many items it has had. */
  let list: string | undefined;
  let items = 0;
  /** A list has just ended, so that a comma may follow. */
  let isClosed = false;
  let open = "";
  for await (const chunk of chunks) {
    let begin = 0;
    const take = (end: number) => {
      const piece = open + chunk.slice(begin, end);
      open = "";
      begin = end + 1;
      return piece;
    };
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk[at] as string;
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (character === "\\") isEscaped = true;
        else if (character === '"') isInText = false;
      } else if (character === '"') isInText = true;
      else if (character === "{" || character === "[") {
        if (depth === 0) require(!isOver && character === "{" && isBlank(take(at)));
        if (depth === 1 && character === "[") {
          list = nameIn(take(at));
          items = 0;
        }
        depth++;
      } else if (character === "}" || character === "]") {
        depth--;
        if (depth === 1 && list !== undefined) {
          require(character === "]");
          const piece = take(at);
          if (items > 0 || !isBlank(piece)) yield { name: list, isItem: true, value: parse(piece) };
          [list, isClosed] = [undefined, true];
        } else if (depth === 0) {
          require(character === "}");
          const piece = take(at);
          if (!isClosed || !isBlank(piece)) yield memberIn(piece);
          isOver = true;
        } else require(depth > 0);
      } else if (character === "," && depth === 1) {
        const piece = take(at);
        if (!isClosed || !isBlank(piece)) yield memberIn(piece);
        isClosed = false;
      } else if (character === "," && depth === 2 && list !== undefined) {
        items++;
        yield { name: list, isItem: true, value: parse(take(at)) };
      }
    }
    open += chunk.slice(begin);
    require(open.length <= LONGEST_PIECE);
  }
  require(isOver && isBlank(open));
}

const isBlank = (piece: string) => !FULL_STOP.test(piece);

function require(isSo: boolean): void {
  if (!isSo) throw new NotJson("the file is no JSON object");
}

function parse(piece: string): unknown {
  try {
    return JSON.parse(piece);
  } catch {
    throw new NotJson("a part of the file is no JSON");
  }
}

/** `"accounts":` */
function nameIn(piece: string): string {
  return memberIn(`${piece}0`).name;
}

/** `"version": 7` */
function memberIn(piece: string): Member {
  const members = Object.entries(parse(`{${piece}}`) as object);
  require(members.length === 1);
  const [name, value] = members[0] as [string, unknown];
  return { name, isItem: false, value };
}
