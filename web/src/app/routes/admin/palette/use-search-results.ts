import { useQuery } from '@tanstack/react-query';
import { SEARCH_DEBOUNCE_MS } from '@/config/limits.js';
import { adminTopupsQuery } from '@/features/billing/admin/api.js';
import { adminInstallsQuery } from '@/features/installs/admin/api.js';
import { adminUsersQuery } from '@/features/users/api.js';
import { userLocation } from '@/features/users/open-user.js';
import { t } from '@/messages/i18n.js';
import type { HistoryState } from '@/lib/navigation/history-state.js';
import { FIRST_PAGE } from '@/lib/navigation/use-filters.js';
import { useDebounced } from '@/lib/use-debounced.js';
import { adminPaletteMessages } from '@/messages/admin/admin-palette.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { installsLocation, sectionLocation, topupLocation } from '../admin-locations.js';
import { ADMIN_SECTIONS } from '../sections.js';

const MAX_RESULTS = 5;
/** A single letter would match every user. */
const MIN_LENGTH = 2;

export interface SearchResult {
  key: string;
  group: keyof typeof adminPaletteMessages.en.groups;
  name: string;
  detail?: string;
  location: HistoryState;
}

/** Returns results for `typed`: sections immediately, the rest from the lists' own searches after a pause. */
export function useSearchResults(typed: string): {
  finds: SearchResult[];
  searching: boolean;
  failed: boolean;
} {
  const m = t(adminPaletteMessages);
  const trimmed = typed.trim();
  const search = useDebounced(trimmed, SEARCH_DEBOUNCE_MS);
  const hasQuery = search.length >= MIN_LENGTH;
  const filter = { ...FIRST_PAGE, search };
  const users = useQuery({ ...adminUsersQuery(filter), enabled: hasQuery });
  const installs = useQuery({ ...adminInstallsQuery(filter), enabled: hasQuery });
  const topups = useQuery({ ...adminTopupsQuery(filter), enabled: hasQuery });

  const names = t(adminMessages).sections;
  const sections = ADMIN_SECTIONS.filter(({ name }) =>
    names[name].toLowerCase().includes(trimmed.toLowerCase()),
  ).map(({ name }): SearchResult => ({
    key: name,
    group: 'sections',
    name: names[name],
    location: sectionLocation(name),
  }));
  const queries = [users, installs, topups];
  const waiting = trimmed !== search || queries.some((query) => hasQuery && query.isFetching);
  const rowsOf = <T>({
    data,
    isPlaceholderData,
  }: {
    data?: { items: T[] };
    isPlaceholderData: boolean;
  }) =>
    !hasQuery || trimmed !== search || isPlaceholderData
      ? []
      : (data?.items ?? []).slice(0, MAX_RESULTS);
  const finds: SearchResult[] = [
    ...sections,
    ...rowsOf(users).map((user): SearchResult => ({
      key: `user:${user.id}`,
      group: 'users',
      name: user.username,
      detail: user.email || m.noEmail,
      location: userLocation(user.id),
    })),
    ...rowsOf(installs).map((install): SearchResult => ({
      key: `install:${install.id}`,
      group: 'installs',
      name: install.ip,
      detail: [install.username, install.win_name ?? install.win_ver].filter(Boolean).join(' · '),
      location: installsLocation({ search: install.ip }),
    })),
    ...rowsOf(topups).map((topup): SearchResult => {
      const reference = topup.reference ?? topup.merchant_ref;
      return {
        key: `topup:${topup.id}`,
        group: 'topups',
        name: reference,
        detail: [topup.username, topup.status].filter(Boolean).join(' · '),
        location: topupLocation(reference),
      };
    }),
  ];
  return {
    finds,
    searching: trimmed.length >= MIN_LENGTH && waiting,
    failed: hasQuery && queries.some(({ isError }) => isError),
  };
}
