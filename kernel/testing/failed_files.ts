// A reporter for node:test: the paths of the files in which something failed, one on a line.
import type { TestEvent } from "node:test/reporters";

export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Set<string>();
  for await (const { type, data } of events) {
    if (type === "test:fail" && data.file) files.add(data.file);
  }
  yield [...files].join("\n");
}
