import type { DeclaredMethod } from '../declared-methods.js';

export interface MidtransMethod extends DeclaredMethod {
  /** Value of `enabled_payments`. */
  payment: string;
  /** Whether Midtrans returns payments: docs.midtrans.com/reference/refund-transaction. */
  isRefundable?: true;
}

const bank = (name: string, payment: string): MidtransMethod => ({
  name: `${name} Virtual Account`,
  type: 'Virtual Account',
  groupName: 'Virtual Account',
  payment,
  minimumAmount: 10_000,
});
const wallet = (name: string, payment: string): MidtransMethod => ({
  name,
  type: 'E-Wallet',
  groupName: 'E-Wallet',
  payment,
  isRefundable: true,
});
const shop = (name: string, payment: string): MidtransMethod => ({
  name,
  type: 'Convenience Store',
  groupName: 'Convenience Store',
  payment,
  minimumAmount: 10_000,
  maximumAmount: 5_000_000,
});

/** Midtrans has no list of a merchant's methods: docs.midtrans.com/reference/request-body-json-parameter. */
export const midtransMethods: Record<string, MidtransMethod> = {
  MIDTRANS_QRIS: { ...wallet('QRIS', 'other_qris'), maximumAmount: 10_000_000 },
  MIDTRANS_GOPAY: wallet('GoPay', 'gopay'),
  MIDTRANS_SHOPEEPAY: wallet('ShopeePay', 'shopeepay'),
  MIDTRANS_BCA_VA: bank('BCA', 'bca_va'),
  MIDTRANS_BNI_VA: bank('BNI', 'bni_va'),
  MIDTRANS_BRI_VA: bank('BRI', 'bri_va'),
  MIDTRANS_MANDIRI_VA: bank('Mandiri', 'echannel'),
  MIDTRANS_PERMATA_VA: bank('Permata', 'permata_va'),
  MIDTRANS_INDOMARET: shop('Indomaret', 'indomaret'),
  MIDTRANS_ALFAMART: shop('Alfamart', 'alfamart'),
  MIDTRANS_CARD: {
    name: 'Credit or debit card',
    type: 'Card',
    groupName: 'Card',
    payment: 'credit_card',
    isRefundable: true,
  },
};
