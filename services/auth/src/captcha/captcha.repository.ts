import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { CaptchaChallengeRow } from './captcha-challenge.entity.js';

@Injectable()
export class CaptchaRepository {
  constructor(private readonly db: Database) {}

  async insert(challenge: CaptchaChallengeRow): Promise<void> {
    await this.db.manager.insert(CaptchaChallengeRow, challenge);
  }

  /** Removes a challenge, so that of parallel answers at most one is compared. */
  async take(id: string): Promise<CaptchaChallengeRow | undefined> {
    const [challenge] = await this.db.query<CaptchaChallengeRow>(
      `WITH taken AS (DELETE FROM captcha_challenge WHERE id = $1 RETURNING *)
       SELECT id, answer_hash AS "answerHash", honeypot_field AS "honeypotField",
         expires_at AS "expiresAt"
       FROM taken WHERE expires_at > now()`,
      [id],
    );
    return challenge;
  }
}
