import type { AdminTopup } from '@casement/proto/http/billing.js';
import type { TopupEntity } from '../topup.entity.js';
import { toHistoryItem } from '../topups.mapper.js';

/** @param username null where it is not known */
export const toAdminTopup = (topup: TopupEntity, username: string | null): AdminTopup => ({
  ...toHistoryItem(topup),
  user_id: topup.userId,
  username,
});
