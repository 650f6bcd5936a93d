import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { randomToken } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { Signals } from '@casement/common/messaging/signals.js';
import type { PasswordResetRequested } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import type { PasskeyOptions } from '@casement/proto/http/auth/passkeys.js';
import type {
  ForgotPasswordRequest,
  ResetPasswordRequest,
} from '@casement/proto/http/auth/passwords.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { CaptchaService } from '../captcha/captcha.service.js';
import { AuthConfig } from '../config.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { hashToken } from '../secret-hash.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { TwoFactorCodeRefused } from '../two-factor/two-factor.errors.js';
import { PasskeysService } from '../two-factor/passkeys.service.js';
import { TwoFactorService, type FactorProof } from '../two-factor/two-factor.service.js';
import { UsersService, type User } from '../users/users.service.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordResetRepository, type LinkOwner } from './password-reset.repository.js';
import { passwordErrors } from './passwords.errors.js';
import { LINK_MINUTES, resetMail } from './reset-mail.js';

const SEAL_CONTEXT = 'password-reset-request';
const log = logger('password-reset');

interface ResetUse extends Pick<ResetPasswordRequest, 'code' | 'passkey' | 'revokeAccess'> {
  tokenHash: Buffer;
  passwordHash: string;
}

@Injectable()
export class PasswordResetService {
  constructor(
    private readonly config: AuthConfig,
    private readonly db: Database,
    private readonly captcha: CaptchaService,
    private readonly throttle: ThrottleService,
    private readonly secrets: SecretBox,
    private readonly resets: PasswordResetRepository,
    private readonly users: UsersService,
    private readonly passwords: PasswordHasher,
    private readonly change: PasswordChangeService,
    private readonly twoFactor: TwoFactorService,
    private readonly passkeys: PasskeysService,
    private readonly apiKeys: ApiKeysService,
    private readonly mails: MailOutbox,
    private readonly outbox: Outbox,
    private readonly signals: Signals,
    private readonly audit: Audit,
  ) {}

  /**
   * Only publishes the request without reading accounts, so that neither the response nor its duration reveals
   * whether an account exists. The consumer sends the link.
   * @throws captchaErrors.refused, throttleErrors.tooManyAttempts
   */
  async request(form: ForgotPasswordRequest): Promise<void> {
    await this.captcha.check(form);
    const email = form.email.toLowerCase();
    await this.throttle.takeForClient(LIMITS.forgotByAddress);
    await this.throttle.takeForClient(LIMITS.forgotByAccount, email);
    await this.db.transaction((tx) =>
      this.outbox.add(
        tx,
        'auth.password-reset.requested.v1',
        { sealedEmail: this.secrets.seal(email, SEAL_CONTEXT) },
        // Events of one address are processed in order, so that the newest mail contains the valid link.
        { key: `reset:${createHash('sha256').update(email).digest('base64url')}` },
      ),
    );
  }

  findAccount({ sealedEmail }: PasswordResetRequested): Promise<User | null> {
    return this.users.findByLogin(this.secrets.open(sealedEmail, SEAL_CONTEXT));
  }

  /** Sends a link and invalidates the previous one. */
  async send(tx: EntityManager, userId: string): Promise<void> {
    const user = await this.users.getForUpdate(tx, userId);
    if (user.email === null) return;
    const wait = await this.throttle.tryTake(LIMITS.resetMails, user.id, tx);
    if (wait !== undefined)
      return log.warn({ userId: user.id }, 'reset mail withheld: rate limit exceeded');

    const token = randomToken();
    const expiresAt = new Date(Date.now() + LINK_MINUTES * 60_000);
    await this.resets.replace(tx, {
      userId: user.id,
      tokenHash: hashToken(token),
      email: user.email,
      epoch: user.epoch,
      expiresAt,
    });
    await this.mails.addTo(tx, user, {
      kind: 'password-reset',
      giveUpAt: expiresAt,
      ...resetMail(this.config.PUBLIC_URL, user, token),
    });
    await this.audit.record(tx, { action: 'password_reset.sent', target: `user:${user.id}` });
  }

  /**
   * Returns the owner of a valid link without consuming it.
   *
   * @throws passwordErrors.resetLinkInvalid
   */
  async findOwner(token: string): Promise<LinkOwner & { twoFactor: boolean; passkey: boolean }> {
    const owner = await this.resets.findOwner(hashToken(token));
    if (!owner) throw passwordErrors.resetLinkInvalid();
    const [twoFactor, passkey] = await Promise.all([
      this.twoFactor.isEnabled(owner.userId),
      this.passkeys.exists(owner.userId),
    ]);
    return { ...owner, twoFactor, passkey };
  }

  /** @throws passwordErrors.resetLinkInvalid, throttleErrors.tooManyAttempts */
  async passkeyOptions(token: string): Promise<PasskeyOptions> {
    await this.throttle.takeForClient(LIMITS.passkeyOptions);
    const { userId } = await this.findOwner(token);
    return this.passkeys.requestOptions('reset', userId);
  }

  /**
   * Consumes the link and ends every session of the account. Second factors stay, and one of them or a recovery code
   * is required.
   * @throws passwordErrors.resetLinkInvalid, passwordErrors.codeNeeded, TwoFactorCodeRefused, throttleErrors.tooManyAttempts
   */
  async reset(request: ResetPasswordRequest): Promise<void> {
    const tokenHash = hashToken(request.token);
    // Checked before the costly hash so that an invalid link costs only one read.
    const owner = await this.resets.findOwner(tokenHash);
    if (owner) {
      await this.throttleProof(owner.userId, request);
      const passwordHash = await this.passwords.hash(request.newPassword);
      const use = { ...request, tokenHash, passwordHash };
      const outcome = await this.db.transaction((tx) => this.use(tx, owner.userId, use));
      // Thrown after the transaction, because throwing inside would restore the challenge of a passkey.
      if (outcome === 'factor refused') throw new TwoFactorCodeRefused();
      if (outcome === 'done') return;
    }
    this.signals.raise({ kind: 'token_refused', detail: 'password reset link' });
    throw passwordErrors.resetLinkInvalid();
  }

  private async throttleProof(userId: string, { code, passkey }: FactorProof): Promise<void> {
    if (!(await this.twoFactor.isEnabled(userId))) return;
    if (code === undefined && !passkey) throw passwordErrors.codeNeeded();
    await this.throttle.take(LIMITS.resetCodes, userId);
  }

  private async use(
    tx: EntityManager,
    userId: string,
    { tokenHash, passwordHash, revokeAccess, ...proof }: ResetUse,
  ): Promise<'done' | 'link refused' | 'factor refused'> {
    const user = await this.users.getForUpdate(tx, userId);
    // Checked before the link is taken, which a wrong code must not use up.
    if (!(await this.isProven(tx, userId, proof))) return 'factor refused';
    if (!(await this.resets.take(tx, tokenHash))) return 'link refused';
    await this.change.replace(tx, user, passwordHash, 'reset');
    if (revokeAccess) await this.apiKeys.revokeAccess(tx, userId);
    return 'done';
  }

  private async isProven(tx: EntityManager, userId: string, proof: FactorProof): Promise<boolean> {
    if (!(await this.twoFactor.isEnabled(userId, tx))) return true;
    if (await this.twoFactor.acceptAny(tx, userId, 'reset', proof)) return true;
    this.signals.raise({ kind: 'two_factor_failed', userId, detail: 'password reset: wrong code' });
    return false;
  }
}
