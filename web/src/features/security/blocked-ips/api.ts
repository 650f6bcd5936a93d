import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import type {
  BlockedIp,
  BlockedIpStats,
  BlockStatus,
  BlockType,
} from '@casement/proto/http/security/blocks.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { POLL_MS } from '@/config/limits.js';
import { call, callEnvelope, type Page } from '@/lib/api/api-client.js';
import { ApiError } from '@/lib/api/api-error.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import type { ListFilter } from '@/lib/navigation/use-filters.js';
import { securityKey } from '../security-key.js';

/** Longer waits overflow the browser's timer. */
const MAX_WAIT_MS = 3_600_000;

export interface BlockFilter {
  blockType: BlockType | 'all';
  status: BlockStatus | 'all';
}

/** A page of blocks. The counts of each type do not depend on the filter. */
export interface BlockedPage extends Page<BlockedIp> {
  stats: BlockedIpStats | undefined;
}

/** Milliseconds until a row may have changed its state: a pending block, or the earliest expiry. */
function nextChange(blocks: readonly BlockedIp[]): number | false {
  if (blocks.some(({ status }) => status === 'pending')) return POLL_MS;
  const expiries = blocks.flatMap(({ status, expires_at }) =>
    status === 'active' && expires_at ? Date.parse(expires_at) - Date.now() : [],
  );
  if (expiries.length === 0) return false;
  // Waits for one more poll because the server's clock may be behind.
  return Math.min(Math.max(0, Math.min(...expiries)) + POLL_MS, MAX_WAIT_MS);
}

/** Newest first, with the counts in the same response. Refetched when a row may have changed its state. */
export const blockedIpsQuery = ({ search: ip, ...filter }: ListFilter<BlockFilter>) =>
  queryOptions({
    queryKey: [...securityKey, 'blocked-ips', ip, filter],
    queryFn: async ({ signal }): Promise<BlockedPage> => {
      const query = pageQuery({ ...filter, ip });
      const { data, stats, meta } = await callEnvelope(securityRoutes.blockedIps, {
        query,
        signal,
      });
      const singlePage = { page: 1, pageSize: data.length, total: data.length };
      return { items: [...data], meta: meta ?? singlePage, stats };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data !== undefined && nextChange(state.data.items),
  });

export interface Block {
  ip: string;
  /** Minutes. */
  duration: number;
  reason: string;
  /** Set after the server has reported that this is the caller's own address and the user has confirmed it. */
  confirm?: boolean;
}

/** The server requires a second confirmation for the administrator's own address. */
export const isOwnAddress = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'OWN_ADDRESS';

export const useBlockIp = () =>
  useInvalidatingMutation([securityKey], (body: Block) => call(securityRoutes.blockIp, { body }));

/** Also refetches the list after an error, because the block may have ended in the meantime. */
export const useUnblockIp = () =>
  useInvalidatingMutation(
    [securityKey],
    (body: { ip: string; reason: string }) => call(securityRoutes.unblockIp, { body }),
    { invalidateOnError: true },
  );

export const useUnblockIps = () =>
  useInvalidatingMutation(
    [securityKey],
    (body: { ips: string[]; reason: string }) => call(securityRoutes.unblockIps, { body }),
    { invalidateOnError: true },
  );

export const useRemoveExpired = () =>
  useInvalidatingMutation([securityKey], () => call(securityRoutes.removeExpiredBlocks));
