import { bootstrap } from '@casement/common/bootstrap/bootstrap.js';
import { billing } from './billing.service-definition.js';

await bootstrap(billing);
