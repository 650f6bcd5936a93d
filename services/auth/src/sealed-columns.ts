import type { SealedColumn } from '@casement/common/data/database/reseal.js';
import { mailContext } from './mail/mail-outbox.js';
import { twoFactorContext } from './two-factor/two-factor.service.js';

/** Every column whose texts are sealed by SecretBox. */
export const sealedColumns: SealedColumn[] = [
  { table: 'two_factor', column: 'sealed_secret', key: ['user_id'], context: twoFactorContext },
  { table: 'outgoing_mail', column: 'sealed', key: ['id'], context: mailContext },
];
