import { bootstrap } from '@casement/common/bootstrap/bootstrap.js';
import { install } from './install.service-definition.js';

await bootstrap(install);
