import { migrate } from '@casement/common/bootstrap/migrate.js';
import { auth } from './auth.service-definition.js';

await migrate(auth);
