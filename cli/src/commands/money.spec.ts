import { setup } from '../../test/support/setup.js';

describe('casement', () => {
  describe('quota', () => {
    it('prints the latest balance of the ledger', async () => {
      const { casement } = setup({
        'GET /api/user/quota/ledger': { data: [{ balance_after: 7 }] },
      });
      expect(await casement('quota')).toEqual({ exit: 0, out: 'Quota: 7\n', err: '' });
    });

    it('prints JSON with --json before or after the command', async () => {
      for (const line of ['--json quota', 'quota --json']) {
        const { casement } = setup({ 'GET /api/user/quota/ledger': { data: [] } });
        expect((await casement(line)).out).toBe('{"quota":0}\n');
      }
    });
  });

  it('topup lists the fee and the total of each method', async () => {
    const fees = { fee_flat: 750, fee_percent: 0.7, minimum_fee: null, maximum_fee: null };
    const { casement } = setup({
      'POST /api/user/topup/calculate': {
        data: { product: { name: 'Quota' }, final_amount: 100_000 },
      },
      'GET /api/user/payment-methods/enabled': { data: [{ code: 'QRIS', name: 'QRIS', ...fees }] },
    });
    const { out } = await casement('topup 2');
    expect(out).toMatch(/METHOD +NAME +FEE +TOTAL\nQRIS +QRIS +Rp 1\.450 +Rp 101\.450\n/);
  });

  it('topup --wait exits when the top-up is paid', async () => {
    const order = {
      reference: 'T1',
      quantity: 2,
      final_amount: 100_000,
      expired_time: 1_800_000_000,
    };
    const { casement, calls } = setup({
      'POST /api/user/topup': { data: order },
      'GET /api/user/topup/T1': [{ data: { status: 'UNPAID' } }, { data: { status: 'PAID' } }],
    });
    const { exit, out } = await casement('topup 2 --method QRIS --wait');
    expect(exit).toBe(0);
    expect(calls[0].body).toEqual({ quantity: 2, payment_method: 'QRIS' });
    expect(out).toMatch(/Amount due +Rp 100\.000\n[^]*T1: PAID\n$/);
  });
});
