import { bootstrap } from '@casement/common/bootstrap/bootstrap.js';
import { telegram } from './telegram.service-definition.js';

await bootstrap(telegram);
