import { migrate } from '@casement/common/bootstrap/migrate.js';
import { security } from './security.service-definition.js';

await migrate(security);
