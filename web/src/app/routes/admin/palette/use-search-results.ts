import { useQuery } from '@tanstack/react-query';
import { SEARCH_DEBOUNCE_MS } from '@/config/limits.js';
import { adminTopupsQuery } from '@/features/billing/admin/api.js';
import { adminInstallsQuery } from '@/features/installs/admin/api.js';
import { adminUsersQuery } from '@/features/users/api.js';
import { userPlace } from '@/features/users/open-user.js';
import { t } from '@/messages/i18n.js';
import type { HistoryState } from '@/lib/navigation/history-state.js';
import { FIRST_PAGE } from '@/lib/navigation/use-filters.js';
import { useDebounced } from '@/lib/use-debounced.js';
import { adminPaletteMessages } from '@/messages/admin/admin-palette.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { installsLocation, sectionLocation, topupLocation } from '../admin-locations.js';
import { ADMIN_SECTIONS } from '../sections.js';

const SHOWN = 5;
/** A single letter would match every user. */
const MIN_LENGTH = 2;

export interface Find {
  key: string;
  group: keyof typeof adminPaletteMessages.en.groups;
  name: string;
  about?: string;
  place: HistoryState;
}

/** Returns results for `typed`: sections immediately, the rest from the lists' own searches after a pause. */
export function useSearchResults(typed: string): {
  finds: Find[];
  searching: boolean;
  failed: boolean;
} {
  const m = t(adminPaletteMessages);
  const wanted = typed.trim();
  const search = useDebounced(wanted, SEARCH_DEBOUNCE_MS);
  const asked = search.length >= MIN_LENGTH;
  const filter = { ...FIRST_PAGE, search };
  const users = useQuery({ ...adminUsersQuery(filter), enabled: asked });
  const installs = useQuery({ ...adminInstallsQuery(filter), enabled: asked });
  const topups = useQuery({ ...adminTopupsQuery(filter), enabled: asked });

  const names = t(adminMessages).sections;
  const sections = ADMIN_SECTIONS.filter(({ name }) =>
    names[name].toLowerCase().includes(wanted.toLowerCase()),
  ).map(({ name }): Find => ({
    key: name,
    group: 'sections',
    name: names[name],
    place: sectionLocation(name),
  }));
  const queries = [users, installs, topups];
  const waiting = wanted !== search || queries.some((one) => asked && one.isFetching);
  const rowsOf = <T>({
    data,
    isPlaceholderData,
  }: {
    data?: { items: T[] };
    isPlaceholderData: boolean;
  }) =>
    !asked || wanted !== search || isPlaceholderData ? [] : (data?.items ?? []).slice(0, SHOWN);
  const finds: Find[] = [
    ...sections,
    ...rowsOf(users).map((user): Find => ({
      key: `user:${user.id}`,
      group: 'users',
      name: user.username,
      about: user.email || m.noEmail,
      place: userPlace(user.id),
    })),
    ...rowsOf(installs).map((install): Find => ({
      key: `install:${install.id}`,
      group: 'installs',
      name: install.ip,
      about: [install.username, install.win_name ?? install.win_ver].filter(Boolean).join(' · '),
      place: installsLocation({ search: install.ip }),
    })),
    ...rowsOf(topups).map((topup): Find => {
      const reference = topup.reference ?? topup.merchant_ref;
      return {
        key: `topup:${topup.id}`,
        group: 'topups',
        name: reference,
        about: [topup.username, topup.status].filter(Boolean).join(' · '),
        place: topupLocation(reference),
      };
    }),
  ];
  return {
    finds,
    searching: wanted.length >= MIN_LENGTH && waiting,
    failed: asked && queries.some(({ isError }) => isError),
  };
}
