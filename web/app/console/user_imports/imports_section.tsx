// The last imports of users, and how to begin one.
import { dayAndTime, Line, Lines, Section } from "../../ui/sections.tsx";
import { whoText } from "../bulk_jobs/job_state.tsx";
import { count } from "../data/number_text.ts";
import { useData } from "../data/use_data.ts";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { addressOf, PATH, RIGHT, type UserImport } from "./import_record.ts";
import { ImportState } from "./import_state.tsx";
import { NewImport } from "./new_import.tsx";
import { importsWords } from "./words.ts";

const MOST_LISTED = 5;

export function Imports() {
  const reply = useData<{ imports: UserImport[] }>(PATH);
  return (
    <Section
      title={importsWords.title}
      hint={importsWords.hint}
      acts={<OpenButton label={importsWords.begin} right={RIGHT} dialog={(onClose) => <NewImport onClose={onClose} />} />}
    >
      <Loading from={reply} path={PATH}>
        {({ imports }) => (
          <Lines items={imports.slice(0, MOST_LISTED)} empty={importsWords.none}>
            {(each) => (
              <Line
                key={each.id}
                title={
                  <>
                    <a href={addressOf(each.id)}>{each.file_name || importsWords.sources[each.source]}</a>
                    <ImportState of={each} />
                  </>
                }
                hints={[importsWords.users(count(each.lines)), whoText(each), dayAndTime(each.created_at)]}
              />
            )}
          </Lines>
        )}
      </Loading>
    </Section>
  );
}
