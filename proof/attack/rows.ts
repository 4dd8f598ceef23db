// Every row of the catalogue, by group. A row that no case shows fails attack.test.ts.

/** The groups, with the numbers of their rows. */
const GROUPS: Readonly<Record<string, string>> = {
  V: "01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40",
  AE: "01 02 04 05 06 07 08 10 11 12 13 14 16 17",
  AB: "01 02 03 05 06 07 08 09 11 12",
  AJ: "01 02 04 05 07 08 09 10 11 13 14 16",
  AS: "01 02 03 04 06 07 09 10 12 13 14 15 16 18",
  AO: "01 03 04 06 07 09 10 12 13 15 16 17 18 19",
  AR: "02 03 05 06 07 08 09 11 12 14 15",
  AM: "01 02 04 05 07",
  AI: "01 03 04 06 07 08 09 10 11 12 13 15 16 18 19",
  AN: "02 03 05 06 08",
  AX: "01 03 04 06 07 09 10 12 13 15 16 18",
  AK: "01 03 04 06 07",
  AH: "01 02 03 04 05",
  FT: "01 02 04 05 07 08 10 11 13",
  FB: "01 03 04 06 07 09 10",
  FC: "02 03 05 06 08 09 11",
  FD: "01 03 04 06 07 08 09 10",
  FI: "01 02 04 05 07 08",
  FU: "02 03 05 06 08",
  FR: "01 03 04 06 07 09 10",
  FV: "01 02 03 04 05 06 07 08 09 10 11",
  FL: "02 03 05 06 08 09 11 12",
};

export const ROWS: readonly string[] = Object.entries(GROUPS).flatMap(([group, numbers]) =>
  numbers.split(" ").map((number) => (group === "V" ? `V${number}` : `${group}-${number}`)),
);
