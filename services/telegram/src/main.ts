import { bootstrap } from '@casement/common/platform/bootstrap/bootstrap.js';
import { telegram } from './telegram.service-definition.js';

await bootstrap(telegram);
