// A memory of bounded size: what was not asked for longest is forgotten first. Each entry is about somebody, and goes when they change.

export interface Memory<Value> {
  get(key: string, nowMs: number): Value | undefined;
  set(key: string, entry: { value: Value; about: string; untilMs: number }): void;
  forget(about: string): void;
  forgetAll(): void;
  readonly size: number;
}

interface Entry<Value> {
  value: Value;
  about: string;
  untilMs: number;
}

export function openMemory<Value>(most: number): Memory<Value> {
  /** The one asked for last is at the end. */
  const entries = new Map<string, Entry<Value>>();
  const keysAbout = new Map<string, Set<string>>();

  function remove(key: string, { about }: Entry<Value>): void {
    entries.delete(key);
    const keys = keysAbout.get(about);
    keys?.delete(key);
    if (keys?.size === 0) keysAbout.delete(about);
  }

  return {
    get(key, nowMs) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (nowMs >= entry.untilMs) {
        remove(key, entry);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, entry) {
      const before = entries.get(key);
      if (before) remove(key, before);
      entries.set(key, entry);
      keysAbout.set(entry.about, (keysAbout.get(entry.about) ?? new Set()).add(key));
      const [oldest] = entries;
      if (entries.size > most && oldest) remove(...oldest);
    },
    forget(about) {
      for (const key of keysAbout.get(about) ?? []) entries.delete(key);
      keysAbout.delete(about);
    },
    forgetAll() {
      entries.clear();
      keysAbout.clear();
    },
    get size() {
      return entries.size;
    },
  };
}
