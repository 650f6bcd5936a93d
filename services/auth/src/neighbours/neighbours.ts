import type { Balance } from '@casement/proto/gen/casement/billing/v1/billing_service.js';
import type { GetUserStatsResponse } from '@casement/proto/gen/casement/install/v1/install_service.js';
import type { Link } from '@casement/proto/gen/casement/telegram/v1/telegram_service.js';

/** What the dashboard asks of the other services. Each throws DomainError UNAVAILABLE when late. */
export abstract class Neighbours {
  abstract findBalance(userId: string): Promise<Balance | undefined>;
  abstract getInstallStats(userId: string): Promise<GetUserStatsResponse>;
  /** undefined: not connected. */
  abstract findTelegramLink(userId: string): Promise<Link | undefined>;
}
