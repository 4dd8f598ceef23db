// The filters of the list of users, as chips. Each is an address, so that back takes it away.
import { useSignal } from "@preact/signals";
import { currentTime } from "../../clock.ts";
import { dayOf } from "../../rules/days.ts";
import { Chip } from "../../ui/chip.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { day } from "../../ui/sections.tsx";
import { may, ROLES, useConsole } from "../data/console.ts";
import { useData } from "../data/use_data.ts";
import { shellWords } from "../shell/words.ts";
import { MetadataFilter, SpanFilter, type SpanName } from "./filter_dialogs.tsx";
import { type ListQuery, listAddress } from "./list_query.ts";
import { providerText } from "./provider_text.ts";
import { STATES } from "./user_record.ts";
import { filterWords, usersWords } from "./words.ts";

interface Provider {
  name: string;
  enabled: boolean;
}

/** Accounts of providers that are off by now may be many. */
const PROVIDERS = ["email", "phone", "google", "apple", "github", "azure", "facebook", "discord"];

export function Filters({ query }: { query: ListQuery }) {
  const openDialog = useSignal<SpanName | "metadata" | undefined>(undefined);
  const console = useConsole();
  const providers = useData<{ providers: Provider[] }>("/providers");
  const item = (label: string, change: ListQuery): MenuItem => ({ label, go: listAddress(query, change) });
  const chip = (label: string, change: ListQuery, value: string | undefined, choices: MenuItem[] | (() => void)) => (
    <Chip
      label={label}
      value={value}
      choices={choices}
      clear={{ href: listAddress(query, change), label: usersWords.clear(label) }}
    />
  );
  const close = () => (openDialog.value = undefined);
  const { state, provider, factor, server_role: role, metadata } = query;
  return (
    <div class="filter-chips">
      {chip(
        filterWords.state,
        { state: "" },
        state && usersWords.states[state as keyof typeof usersWords.states],
        STATES.map((each) => item(usersWords.states[each], { state: each })),
      )}
      {chip(
        filterWords.provider,
        { provider: "" },
        provider && providerText(provider),
        offered(providers.data?.providers).map((each) => item(providerText(each), { provider: each })),
      )}
      {chip(filterWords.factor, { factor: "" }, factor && (factor === "true" ? filterWords.hasFactor : filterWords.hasNone), [
        item(filterWords.hasFactor, { factor: "true" }),
        item(filterWords.hasNone, { factor: "false" }),
      ])}
      {chip(filterWords.created, { created_from: "", created_to: "" }, spanText(query.created_from, query.created_to), [
        ...([1, 7, 30] as const).map((days) => item(filterWords.last[days], { created_from: daysAgo(days), created_to: "" })),
        ...([30, 90, 365] as const).map((days) =>
          item(filterWords.notFor[days], { created_from: "", created_to: daysAgo(days) }),
        ),
        { label: filterWords.between, isDivided: true, go: () => (openDialog.value = "created") },
      ])}
      {chip(
        filterWords.lastSignIn,
        { last_sign_in_from: "", last_sign_in_to: "", never_signed_in: "" },
        query.never_signed_in ? filterWords.never : spanText(query.last_sign_in_from, query.last_sign_in_to),
        [
          ...([1, 7, 30] as const).map((days) =>
            item(filterWords.last[days], { last_sign_in_from: daysAgo(days), last_sign_in_to: "", never_signed_in: "" }),
          ),
          ...([30, 90, 365] as const).map((days) =>
            item(filterWords.notFor[days], { last_sign_in_from: "", last_sign_in_to: daysAgo(days), never_signed_in: "" }),
          ),
          item(filterWords.never, { last_sign_in_from: "", last_sign_in_to: "", never_signed_in: "true" }),
          { label: filterWords.between, isDivided: true, go: () => (openDialog.value = "lastSignIn") },
        ],
      )}
      {may(console, "administrators:read") &&
        chip(
          filterWords.role,
          { server_role: "" },
          role && shellWords.roles[role as keyof typeof shellWords.roles],
          ROLES.map((each) => item(shellWords.roles[each], { server_role: each })),
        )}
      {chip(filterWords.metadata, { metadata: "" }, metadata, () => (openDialog.value = "metadata"))}
      {openDialog.value === "metadata" ? (
        <MetadataFilter query={query} onClose={close} />
      ) : (
        openDialog.value && <SpanFilter name={openDialog.value} query={query} onClose={close} />
      )}
    </div>
  );
}

function offered(providers: readonly Provider[] = []): string[] {
  const enabled = providers.filter((each) => each.enabled).map(({ name }) => name);
  return [...new Set([...PROVIDERS, ...enabled])];
}

const daysAgo = (days: number) => dayOf(new Date(currentTime().getTime() - days * 86_400_000));

function spanText(from: string | undefined, to: string | undefined): string | undefined {
  const text = (date: string) => day(`${date}T12:00:00`);
  if (from && to) return filterWords.fromTo(text(from), text(to));
  if (from) return filterWords.since(text(from));
  return to ? filterWords.before(text(to)) : undefined;
}
