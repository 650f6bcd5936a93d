import { migrate } from '@casement/common/bootstrap/migrate.js';
import { billing } from './billing.service-definition.js';

await migrate(billing);
