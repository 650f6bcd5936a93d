import { z } from 'zod';

/** POST /payments/tripay/callback. Loose, because the signature covers the bytes that were sent. */
export const tripayCallback = z.looseObject({});

/** POST /payments/midtrans/callback. Loose, because Midtrans adds fields for each payment type. */
export const midtransCallback = z.looseObject({});

/** POST /payments/stripe/callback. Loose, because the signature covers the bytes that were sent. */
export const stripeCallback = z.looseObject({});
