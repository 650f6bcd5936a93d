import { bootstrap } from '@casement/common/platform/bootstrap/bootstrap.js';
import { billing } from './billing.service-definition.js';

await bootstrap(billing);
