import { bootstrap } from '@casement/common/bootstrap/bootstrap.js';
import { auth } from './auth.service-definition.js';

await bootstrap(auth);
