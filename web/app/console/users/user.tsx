// /admin/users/:id: one user, and what can be done for them.
import { here } from "../../shell/router.ts";
import { Icon } from "../../ui/icon.tsx";
import { useData } from "../data/use_data.ts";
import { Loading } from "../shell/loading.tsx";
import { Screen } from "../shell/screen.tsx";
import { Access } from "./access.tsx";
import { Activity } from "./activity.tsx";
import { DataTab } from "./data_tab.tsx";
import { Profile } from "./profile.tsx";
import { UserActs } from "./user_acts.tsx";
import { UserHead } from "./user_head.tsx";
import { nameOf, type User as UserRecord } from "./user_record.ts";
import { userWords } from "./user_words.ts";
import { usersWords } from "./words.ts";

const TABS = { profile: Profile, access: Access, activity: Activity, data: DataTab } as const;

type Tab = keyof typeof TABS;

export function User() {
  const { params, path, query } = here.value;
  const reply = useData<UserRecord>(`/users/${params.id}`);
  const tab: Tab = query.tab !== undefined && query.tab in TABS ? (query.tab as Tab) : "profile";
  const Part = TABS[tab];
  return (
    <Screen title={reply.data ? nameOf(reply.data) : userWords.title} tools={reply.data && <UserActs user={reply.data} />}>
      <a class="back" href="/admin/users">
        <Icon name="left" />
        {usersWords.title}
      </a>
      <Loading from={reply} path={`/users/${params.id}`}>
        {(user) => (
          <>
            <UserHead user={user} />
            <nav class="segments tabs" aria-label={userWords.tabs.label}>
              {(Object.keys(TABS) as Tab[]).map((each) => (
                <a
                  key={each}
                  href={each === "profile" ? path : `${path}?tab=${each}`}
                  aria-current={each === tab ? "page" : undefined}
                >
                  {userWords.tabs[each]}
                </a>
              ))}
            </nav>
            <div class="user-sections">
              <Part user={user} />
            </div>
          </>
        )}
      </Loading>
    </Screen>
  );
}
