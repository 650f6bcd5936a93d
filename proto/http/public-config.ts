import { z } from 'zod';

/** Price in rupiah, without the payment method's fee. */
const price = z.int().min(0);

/** Price of one install, and the price from the quantity with the largest discount. */
export const publicPrice = z.object({
  amount: price,
  bulk: z.object({ quantity: z.int().min(1), amount: price }).nullable(),
});
export type PublicPrice = z.infer<typeof publicPrice>;

/** GET /config.json of the SPA's origin: public settings. */
export interface PublicConfig {
  statusPageUrl: string | null;
  supportEmail: string | null;
  supportChatUrl: string | null;
  /** `null` without a product for sale, and until billing has answered. */
  price: PublicPrice | null;
}
