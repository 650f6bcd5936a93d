import type { Success } from '@casement/proto/http/envelope.js';
import type {
  BlockedIp,
  BlockedIpStats,
  BlockStatus,
  BlockType,
} from '@casement/proto/http/security/blocks.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { POLL_MS } from '@/config/limits.js';
import { callEnvelope, type Page } from '@/lib/api-client.js';
import { listPath } from './list-path.js';
import { securityKeys } from './security-keys.js';

export interface BlockFilter {
  blockType: BlockType | 'all';
  status: BlockStatus | 'all';
}

/** A page of blocks, and how many there are of each type, whatever the filter. */
export interface BlockedPage extends Page<BlockedIp> {
  stats: BlockedIpStats | undefined;
}

/** GET /security/blocked-ips, newest first; the figures stand beside the list. Asked again while one is pending. */
export const blockedIpsQuery = (filter: BlockFilter & { page: number; ip: string }) =>
  queryOptions({
    queryKey: [...securityKeys.all, 'blocked-ips', filter],
    queryFn: async ({ signal }): Promise<BlockedPage> => {
      const path = listPath('/security/blocked-ips', filter);
      const answer: Success<BlockedIp[]> & { stats?: BlockedIpStats } = await callEnvelope(
        'GET',
        path,
        { signal },
      );
      const { data, stats, meta } = answer;
      const whole = { page: 1, pageSize: data.length, total: data.length };
      return { items: data, meta: meta ?? whole, stats };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'pending') ? POLL_MS : false,
    refetchIntervalInBackground: false,
  });
