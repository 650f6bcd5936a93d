import { bootstrap } from '@casement/common/platform/bootstrap/bootstrap.js';
import { install } from './install.service-definition.js';

await bootstrap(install);
