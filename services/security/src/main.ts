import { bootstrap } from '@casement/common/bootstrap/bootstrap.js';
import { security } from './security.service-definition.js';

await bootstrap(security);
