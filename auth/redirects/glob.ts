// The globs of URI_ALLOW_LIST. `*` is any run without `.` and `/`, `**` any run, `?` one character but `.` and `/`.
// `[abc]`, `[a-z]` and `[!abc]` are one character, `{a,b}` is either, and `\` escapes the next character. The whole text has to match.
// A glob becomes a state machine that tracks all possible states at once, so no text causes backtracking.

export type Glob = (text: string) => boolean;

type Accepts = (character: string) => boolean;

/** On a character that it accepts the machine moves from the state to the next; `free` moves need no character. */
interface State {
  accepts?: Accepts;
  next?: State;
  free: State[];
}

/** Undefined for a text that is no glob: a bracket or brace without its end, or a `\` before nothing. */
export function compileGlob(source: string): Glob | undefined {
  // The parsed URL has scheme and host in lower case.
  const pattern = source.replace(/^https?:\/\/[^/]*|^[a-z][a-z0-9+.-]*:/i, (start) => start.toLowerCase());
  const first: State = { free: [] };
  const reader = { pattern, at: 0, hostEnd: endOfHost(pattern) };
  const last = readAlternatives(reader, first, 0);
  if (last === undefined || reader.at < pattern.length) return undefined;
  return (text) => runs(first, last, text);
}

interface Reader {
  readonly pattern: string;
  /** Up to here the glob speaks of the host, and more follows. */
  readonly hostEnd: number;
  at: number;
}

const DEEPEST = 10;

/** Reads up to the end, or inside of braces up to the closing one, and returns the state in which all alternatives end. */
function readAlternatives(reader: Reader, first: State, depth: number): State | undefined {
  const last: State = { free: [] };
  let state = step(first, {});
  for (;;) {
    const character = reader.pattern[reader.at];
    if (character === undefined || (depth > 0 && character === "}")) {
      if ((character === undefined) !== (depth === 0)) return undefined;
      state.free.push(last);
      reader.at += depth > 0 ? 1 : 0;
      return last;
    }
    if (depth > 0 && character === ",") {
      reader.at++;
      state.free.push(last);
      state = step(first, {});
      continue;
    }
    const following = readOne(reader, state, depth);
    if (following === undefined) return undefined;
    state = following;
  }
}

function readOne(reader: Reader, state: State, depth: number): State | undefined {
  const { pattern } = reader;
  const character = pattern[reader.at] as string;
  if (character === "{") {
    reader.at++;
    return depth < DEEPEST ? readAlternatives(reader, state, depth + 1) : undefined;
  }
  if (character === "*") {
    const stars = /^\*+/.exec(pattern.slice(reader.at))?.[0].length ?? 1;
    const inHost = reader.at < reader.hostEnd;
    reader.at += stars;
    return step(state, { repeats: stars === 1 ? isNoSeparator : inHost ? isNoEndOfHost : isAnything });
  }
  if (character === "[") return readClass(reader, state);
  if (character === "?") {
    reader.at++;
    return step(state, { accepts: isNoSeparator });
  }
  if (character === "\\") reader.at++;
  const [literal] = pattern.slice(reader.at, reader.at + 2);
  if (literal === undefined) return undefined;
  reader.at += literal.length;
  return step(state, { accepts: (each) => each === literal });
}

function readClass(reader: Reader, state: State): State | undefined {
  const [whole, not, body] = /^\[(!|(?!!))((?:\\.|[^\\\]])+)\]/su.exec(reader.pattern.slice(reader.at)) ?? [];
  if (whole === undefined || body === undefined) return undefined;
  reader.at += whole.length;
  const accepted: Accepts[] = [];
  for (const [, from = "", to = from] of body.matchAll(/\\?(.)(?:-\\?(.))?/gsu)) {
    if (to < from) return undefined;
    accepted.push((each) => each >= from && each <= to);
  }
  return step(state, { accepts: (each) => accepted.some((accepts) => accepts(each)) !== (not === "!") });
}

/** Adds a state behind another: reached by one character, by any number of them, or by none. */
function step(from: State, by: { accepts?: Accepts; repeats?: Accepts }): State {
  const to: State = { free: [] };
  if (by.accepts) from.free.push({ accepts: by.accepts, next: to, free: [] });
  else from.free.push(to);
  if (by.repeats) {
    to.accepts = by.repeats;
    to.next = to;
    return step(to, {});
  }
  return to;
}

function isNoSeparator(character: string): boolean {
  return character !== "." && character !== "/";
}

function isNoEndOfHost(character: string): boolean {
  return character !== "/" && character !== "?";
}

function isAnything(): boolean {
  return true;
}

/**
 * `https://**.example.com/x` must not match `https://evil.test/.example.com/x`. So what precedes the slash that ends the host must match
 * before it. `http://localhost:**` has no such slash, and is not restricted.
 */
function endOfHost(pattern: string): number {
  return /^[^/{[\\]*:\/\/[^/]*(?=\/)/.exec(pattern)?.[0].length ?? 0;
}

function runs(first: State, last: State, text: string): boolean {
  let states = reachable([first]);
  for (const character of text) {
    const following: State[] = [];
    for (const { accepts, next } of states) if (next && accepts?.(character)) following.push(next);
    if (following.length === 0) return false;
    states = reachable(following);
  }
  return states.has(last);
}

function reachable(from: readonly State[]): Set<State> {
  const reached = new Set(from);
  // A set is walked in the order of insertion, including what is added on the way.
  for (const state of reached) for (const free of state.free) reached.add(free);
  return reached;
}
