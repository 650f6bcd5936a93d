import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { row } from '@casement/common/data/database/sql.js';
import { CaptchaChallengeEntity } from './captcha-challenge.entity.js';

const challengeRow = z.object({
  id: z.string(),
  answerHash: z.instanceof(Buffer),
  honeypotField: z.string(),
});

@Injectable()
export class CaptchaRepository {
  constructor(private readonly db: Database) {}

  async insert(challenge: CaptchaChallengeEntity): Promise<void> {
    await this.db.manager.insert(CaptchaChallengeEntity, challenge);
  }

  /** Deletes and returns a challenge, so that only one of several parallel answers is compared. */
  take(id: string): Promise<z.infer<typeof challengeRow> | null> {
    return row(
      this.db.manager,
      challengeRow,
      `WITH taken AS (DELETE FROM captcha_challenge WHERE id = $1 RETURNING *)
       SELECT id, answer_hash AS "answerHash", honeypot_field AS "honeypotField" FROM taken WHERE expires_at > now()`,
      [id],
    );
  }
}
