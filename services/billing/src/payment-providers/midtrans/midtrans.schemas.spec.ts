import { transaction } from './midtrans.schemas.js';

const row = {
  order_id: 'CSM-20261121-7K3M9QX2PDHA',
  status_code: '200',
  gross_amount: '103900.00',
  currency: 'IDR',
  transaction_status: 'settlement',
  fraud_status: 'accept',
  transaction_time: '2026-11-21 17:04:18',
  settlement_time: '2026-11-21 17:05:18',
};
const statusOf = (transaction_status: string, fraud_status?: string) =>
  transaction.parse({ ...row, transaction_status, fraud_status }).status;

describe('Midtrans transaction', () => {
  it('reads the amount in rupiah and the time in Jakarta', () => {
    expect(transaction.parse(row)).toMatchObject({
      reference: row.order_id,
      merchantRef: row.order_id,
      totalAmount: 103_900,
      paidAt: new Date('2026-11-21T10:05:18.000Z'),
    });
  });

  it.each([
    ['settlement', undefined, 'PAID'],
    ['settlement', 'accept', 'PAID'],
    ['capture', 'accept', 'PAID'],
    ['capture', 'challenge', 'UNPAID'],
    ['capture', 'deny', 'UNPAID'],
    ['capture', undefined, 'UNPAID'],
    ['authorize', 'accept', 'UNPAID'],
    ['pending', 'accept', 'UNPAID'],
    ['deny', 'accept', 'UNPAID'],
    ['on_the_way', 'accept', 'UNPAID'],
    ['expire', undefined, 'EXPIRED'],
    ['cancel', undefined, 'FAILED'],
    ['failure', undefined, 'FAILED'],
    ['refund', undefined, 'REFUND'],
    ['partial_refund', undefined, 'PART_REFUND'],
    ['chargeback', undefined, 'DISPUTED'],
    ['partial_chargeback', undefined, 'DISPUTED'],
  ])('reads %s with fraud status %s as %s', (status, fraud, expected) => {
    expect(statusOf(status, fraud)).toBe(expected);
  });

  it('returns no rupiah amount for another currency', () => {
    expect(transaction.parse({ ...row, currency: 'SGD' }).totalAmount).toBeNull();
  });

  it('rejects fractions of a rupiah', () => {
    expect(transaction.safeParse({ ...row, gross_amount: '103900.50' }).success).toBe(false);
  });
});
