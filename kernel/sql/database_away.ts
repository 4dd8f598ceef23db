/** The database cannot serve this statement now. Whether the statement took effect may be unknown. */
export class DatabaseAway extends Error {
  override name = "DatabaseAway";
}
