// What a part of an import is sealed with: it opens nowhere else.
export const partLabel = (importId: string, number: number): string => `${importId} ${number}`;
