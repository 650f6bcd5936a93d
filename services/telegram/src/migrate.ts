import { migrate } from '@casement/common/bootstrap/migrate.js';
import { telegram } from './telegram.service-definition.js';

await migrate(telegram);
