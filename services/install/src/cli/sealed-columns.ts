import type { SealedColumn } from '@casement/common/data/database/reseal.js';
import { rowContext, secretOptionsContext } from '../batches/row-credentials.service.js';
import { sealedUrlContext } from '../images/url-source.js';
import { installContexts } from '../installs/install-secrets.js';
import { scriptContext } from '../scripts/scripts.service.js';
import { checkSecret } from '../vps-checks/vps-checks.service.js';
import { secretContext } from '../webhooks/sending/signing.js';

const byId = { key: ['id'] };
/** Every column whose texts are sealed by SecretBox. */
export const sealedColumns: SealedColumn[] = [
  { table: 'install', column: 'vps_password', ...byId, context: installContexts.vps },
  { table: 'install', column: 'rdp_password', ...byId, context: installContexts.rdp },
  { table: 'install', column: 'linux_access', ...byId, context: installContexts.linux },
  { table: 'install', column: 'account_password', ...byId, context: installContexts.account },
  { table: 'install', column: 'product_key', ...byId, context: installContexts.productKey },
  { table: 'install', column: 'script_sealed', ...byId, context: installContexts.script },
  {
    table: 'password_reset',
    column: 'password',
    key: ['install_id'],
    context: installContexts.reset,
  },
  { table: 'vps_check', column: 'vps_password', ...byId, context: checkSecret },
  { table: 'image_job', column: 'source_sealed', ...byId, context: sealedUrlContext },
  { table: 'webhook_endpoint', column: 'secret', ...byId, context: secretContext },
  { table: 'webhook_endpoint', column: 'previous_secret', ...byId, context: secretContext },
  { table: 'script', column: 'content_sealed', ...byId, context: scriptContext },
  { table: 'install_batch', column: 'secret_options', ...byId, context: secretOptionsContext },
  {
    table: 'install_batch_row',
    column: 'credentials',
    key: ['batch_id', 'number'],
    context: (batchId, number) => rowContext({ batchId, number: Number(number) }),
  },
];
