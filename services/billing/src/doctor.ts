import 'reflect-metadata';
import { doctor } from '@casement/common/platform/doctor/doctor.js';
import { billing } from './billing.service-definition.js';
import { isBinanceConfigured } from './config.js';

await doctor(billing, {
  externalSystems: (config) => [
    ...(config.TRIPAY_API_KEY ? ['payment-gateway'] : []),
    ...(config.MIDTRANS_SERVER_KEY ? ['midtrans'] : []),
    ...(config.STRIPE_SECRET_KEY ? ['stripe'] : []),
    ...(isBinanceConfigured(config) ? ['binance'] : []),
  ],
});
