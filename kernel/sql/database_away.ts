/** The database is unavailable. Whether the statement took effect may be unknown. */
export class DatabaseAway extends Error {
  override name = "DatabaseAway";
}
