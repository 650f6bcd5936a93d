import type { Balance } from '@casement/proto/gen/casement/billing/v1/billing_service.js';
import type { UserStats } from '@casement/proto/gen/casement/install/v1/install_service.js';
import type { Link } from '@casement/proto/gen/casement/telegram/v1/telegram_service.js';

/** What auth asks of the other services. Each throws DomainError UNAVAILABLE when late. */
export abstract class ServiceClients {
  /** At most 200 ids; billing answers for each, with 0 for who has no entry yet. */
  abstract findBalances(userIds: string[]): Promise<Balance[]>;
  /** Of one user; concurrent callers share a request. Undefined: billing left the user out. */
  abstract readonly findBalance: (userId: string) => Promise<Balance | undefined>;
  /** Likewise; zeros for a user without installs. */
  abstract readonly findInstallStats: (userId: string) => Promise<UserStats | undefined>;
  /** At most 200 ids; who is not connected is left out. */
  abstract findTelegramLinks(userIds: string[]): Promise<Link[]>;
  /** Of one user, likewise. Undefined: not connected. */
  abstract readonly findTelegramLink: (userId: string) => Promise<Link | undefined>;
  /** Refuses new installs of the user. @returns how many are under way */
  abstract closeInstalls(userId: string, deletionId: string): Promise<number>;
  /** Undoes that. */
  abstract reopenInstalls(userId: string, deletionId: string): Promise<void>;
}
