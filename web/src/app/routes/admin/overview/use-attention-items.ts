import { useQuery } from '@tanstack/react-query';
import { reviewsQuery } from '@/features/billing/admin/api.js';
import { adminInstallsQuery } from '@/features/installs/admin/api.js';
import { useServices } from '@/features/operations/api.js';
import { botStatusQuery } from '@/features/telegram/admin/api.js';
import { linuxVersionsNowQuery, windowsImagesNowQuery } from '@/features/windows-images/api.js';
import { formatFigure } from '@/lib/format/format.js';
import type { HistoryState } from '@/lib/navigation/history-state.js';
import { FIRST_PAGE } from '@/lib/navigation/use-filters.js';
import type { adminNeedMessages } from '@/messages/admin/overview/admin-needs.js';
import { installsLocation, sectionLocation } from '../admin-locations.js';

const KEY = 'casement-failures-seen';
/** Older failures are ignored, even if the administrator has never viewed the list. */
const DAYS = 7;

/** Returns the ISO time of the last view of failed installs in this browser, but at most seven days ago. */
function readFailuresSeenAt(now = Date.now()): string {
  const first = new Date(now - DAYS * 24 * 3_600_000).toISOString();
  try {
    const stored = localStorage.getItem(KEY) ?? first;
    return stored > first ? stored : first;
  } catch {
    return first;
  }
}

function saveFailuresSeenAt(now = Date.now()): void {
  try {
    localStorage.setItem(KEY, new Date(now).toISOString());
  } catch {
    // If storage is not available, the failures are recounted next time.
  }
}

export interface AttentionItem {
  name: keyof typeof adminNeedMessages.en.needs;
  /** Display text: `15+` if only the first page of a list was counted. */
  count: string;
  location: HistoryState;
  onOpen?: () => void;
}

interface QueryState {
  isPending: boolean;
  isError: boolean;
}

const installsWithStatus = (status: 'manual_review' | 'failed') =>
  adminInstallsQuery({ ...FIRST_PAGE, status });

/** Returns the tasks waiting for an administrator, and whether any count is unavailable. */
export function useAttentionItems(): {
  needs: AttentionItem[];
  queries: QueryState[];
  unknown: boolean;
} {
  const reviews = useQuery(reviewsQuery(1));
  const inReview = useQuery(installsWithStatus('manual_review'));
  const failed = useQuery(installsWithStatus('failed'));
  const images = useQuery(windowsImagesNowQuery);
  const linuxImages = useQuery(linuxVersionsNowQuery);
  const primary = useQuery(botStatusQuery('primary'));
  const backup = useQuery(botStatusQuery('backup'));
  const services = Object.values(useServices());

  const seen = readFailuresSeenAt();
  const failures = failed.data?.items.filter(({ updated_at }) => updated_at > seen).length ?? 0;
  const more =
    failures > 0 && failures === failed.data?.items.length && failed.data.meta.total > failures;
  const deadLetters = services.reduce((sum, { data }) => sum + (data?.dead_letters?.total ?? 0), 0);
  const unverified = [...(images.data ?? []), ...(linuxImages.data ?? [])].filter(
    ({ state, verified_at }) => state !== 'none' && (state !== 'ready' || verified_at === null),
  );
  // A bot without a token is part of the setup checklist.
  const stopped = [primary, backup].filter(({ data }) => data?.bot && !data.isRunning);

  const counts: [AttentionItem['name'], number, HistoryState, Partial<AttentionItem>?][] = [
    ['reviews', reviews.data?.meta.total ?? 0, sectionLocation('topups')],
    [
      'installReviews',
      inReview.data?.meta.total ?? 0,
      installsLocation({ status: 'manual_review' }),
    ],
    [
      'failedInstalls',
      failures,
      installsLocation({ status: 'failed' }),
      { onOpen: saveFailuresSeenAt, ...(more && { count: `${failures}+` }) },
    ],
    ['deadLetters', deadLetters, sectionLocation('operations')],
    ['images', unverified.length, sectionLocation('windows')],
    ['bots', stopped.length, sectionLocation('telegram')],
  ];
  const queries = [reviews, inReview, failed, images, linuxImages, primary, backup, ...services];
  return {
    needs: counts
      .filter(([, count]) => count > 0)
      .map(([name, count, location, rest]) => ({
        name,
        count: formatFigure(count),
        location,
        ...rest,
      })),
    queries,
    unknown:
      queries.some(({ isError }) => isError) ||
      services.some(({ data }) => data?.dead_letters === null),
  };
}
