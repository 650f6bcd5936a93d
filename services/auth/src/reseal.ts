import 'reflect-metadata';
import { resealService } from '@casement/common/platform/bootstrap/reseal-service.js';
import { auth } from './auth.service-definition.js';
import { sealedColumns } from './sealed-columns.js';

await resealService(auth, sealedColumns);
