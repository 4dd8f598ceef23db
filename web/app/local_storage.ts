// What this browser remembers between visits. Where storage is blocked, nothing is remembered.

export function readLocal(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function storeLocal(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Storage is blocked or full.
  }
}
