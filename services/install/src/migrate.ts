import { migrate } from '@casement/common/bootstrap/migrate.js';
import { install } from './install.service-definition.js';

await migrate(install);
