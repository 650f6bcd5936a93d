import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { withNewContext } from '@casement/common/context/request-context.js';
import { Database } from '@casement/common/database/database.js';
import { logger } from '@casement/common/logging/logger.js';

const EVERY_MS = 10 * 60_000;
/** How long the network of a session that is over still counts as known. */
const PLACE_DAYS = 60;
const log = logger('housekeeping');

/** What has lost its meaning. Each is harmless to repeat, so replicas need not agree on who does it. */
const EXPIRED = {
  captchas: `DELETE FROM captcha_challenge WHERE expires_at < now()`,
  throttles: `DELETE FROM throttle WHERE used_until < now()`,
  resetLinks: `DELETE FROM password_reset WHERE expires_at < now()`,
  twoFactorChallenges: `DELETE FROM two_factor_challenge WHERE expires_at < now()`,
  // Set up and left; their secret was shown and is worth nothing.
  twoFactorSetups: `DELETE FROM two_factor
    WHERE enabled_at IS NULL AND created_at < now() - interval '1 day'`,
  codes: `DELETE FROM email_verification WHERE expires_at < now() - interval '1 day'`,
  // Past the absolute expiry they are refused anyway.
  refreshTokens: `DELETE FROM refresh_token
    WHERE session_id IN (SELECT id FROM session WHERE expires_at < now())`,
  // Kept as the memory of places; the newest for good, since who has none has never signed in.
  sessions: `DELETE FROM session s
    WHERE expires_at < now() - interval '${PLACE_DAYS} days' AND EXISTS (
      SELECT 1 FROM session newer
      WHERE newer.user_id = s.user_id AND (newer.expires_at, newer.id) > (s.expires_at, s.id))`,
  mails: `DELETE FROM outgoing_mail WHERE coalesce(sent_at, failed_at) < now() - interval '30 days'`,
} as const;

@Injectable()
export class HousekeepingService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  constructor(private readonly db: Database) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.round = withNewContext(() => this.sweep()).catch((err: unknown) =>
        log.warn({ err }, 'housekeeping failed'),
      );
    }, EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  async sweep(): Promise<void> {
    for (const statement of Object.values(EXPIRED)) await this.db.query(statement);
  }
}
