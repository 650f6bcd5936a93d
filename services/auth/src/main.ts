import { bootstrap } from '@casement/common/platform/bootstrap/bootstrap.js';
import { auth } from './auth.service-definition.js';

await bootstrap(auth);
