import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { Receipt, ReceiptSettings } from '@casement/proto/http/billing/receipts.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { ReceiptLogosRepository } from '../../src/receipts/receipt-logos.repository.js';
import { ReceiptsRepository } from '../../src/receipts/receipts.repository.js';
import { ReceiptBacklog } from '../../src/topups/receipt-backlog.js';
import { unzipSync } from 'fflate';
import { BillingApp } from '../fakes/billing-app.js';

const SETTINGS: ReceiptSettings = {
  receipt_prefix: 'RCP',
  credit_note_prefix: 'CN',
  seller_name: 'PT Jendela',
  seller_address: 'Jl. Sudirman 1\nJakarta',
  seller_tax_id: '01.234',
  tax_label: null,
  tax_rate: null,
  tax_base_factor: null,
};
/** PNG of 1 × 1 pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const BUYER = { name: 'Sri Ananda Wibowo', address: 'Jl. Merdeka 5\nBandung', tax_id: '09.876' };

describe('receipts', () => {
  let sut: BillingApp;
  beforeAll(async () => {
    sut = await BillingApp.start();
  });
  afterAll(() => sut.close());
  afterEach(async () => {
    expect(await brokenInvariants((text) => sut.app.database.query(text))).toEqual({});
  });

  const admin = () => sut.app.as({ userId: newId(), admin: true });
  const configure = (change: Partial<ReceiptSettings> = {}) =>
    sut.app.http
      .put('/api/admin/receipts/settings')
      .set(admin())
      .send({ ...SETTINGS, ...change });
  const saveBuyer = (userId: string, buyer: object = BUYER) =>
    sut.app.http.put('/api/user/receipts/buyer').set(sut.app.as({ userId })).send(buyer);
  const numbersOf = async (userId: string) =>
    (await sut.history(userId)).data.map(({ receipt_number }) => receipt_number);
  const get = (userId: string, path: string) =>
    sut.app.http.get(`/api/user/receipts/${path}`).set(sut.app.as({ userId }));
  const read = async (userId: string, number: string) =>
    ((await get(userId, number).expect(200)).body as { data: Receipt }).data;
  const file = (userId: string, path: string) => get(userId, path).responseType('blob').expect(200);
  const receiptOf = async (userId: string) => {
    const [number] = await numbersOf(userId);
    return read(userId, number!);
  };
  const serialOf = (number: string | null | undefined) => Number(number?.split('-')[2]);

  it('are not issued until the seller is known, and then for the earlier payments, first paid first', async () => {
    const earlier = sut.user();
    await sut.paid(earlier, 1);
    await sut.paid(earlier, 2);
    expect(await numbersOf(earlier)).toEqual([null, null]);
    expect(await sut.app.get(ReceiptBacklog).issue()).toBe(0);
    await sut.app.database.query(
      `UPDATE topup SET paid_at = '2025-03-04T05:06:07Z' WHERE user_id = $1 AND quantity = 1`,
      [earlier],
    );

    await configure().expect(200);
    const later = sut.user();
    await sut.paid(later, 1);
    expect(await sut.app.get(ReceiptBacklog).issue()).toBe(2);
    const year = new Date().getFullYear();
    expect(await numbersOf(later)).toEqual([`RCP-${year}-000001`]);
    expect(await numbersOf(earlier)).toEqual([`RCP-${year}-000003`, `RCP-${year}-000002`]);
    expect(await read(earlier, `RCP-${year}-000002`)).toMatchObject({
      paid_at: '2025-03-04T05:06:07.000Z',
    });
    expect(await sut.app.get(ReceiptBacklog).issue()).toBe(0);
  });

  it('state seller, buyer, price, fee and total as issued', async () => {
    await configure().expect(200);
    const userId = sut.user();
    await saveBuyer(userId).expect(200);
    const { reference, final_amount, payable_amount } = await sut.paid(userId, 3);
    const receipt = await receiptOf(userId);
    expect(receipt).toMatchObject({
      kind: 'receipt',
      corrects: null,
      seller: { name: 'PT Jendela', address: 'Jl. Sudirman 1\nJakarta', tax_id: '01.234' },
      buyer: BUYER,
      quantity: 3,
      total_amount: final_amount,
      final_amount,
      fee_amount: payable_amount! - final_amount,
      paid_amount: payable_amount,
      currency: 'IDR',
      payment_name: 'QRIS at the gateway',
      reference,
      tax: null,
    });

    await saveBuyer(userId, { name: 'Someone else', address: '', tax_id: '' }).expect(200);
    await configure({ seller_name: 'Another seller' }).expect(200);
    expect(await receiptOf(userId)).toEqual(receipt);
  });

  it('include the tax while it is configured', async () => {
    await configure({ tax_label: 'PPN', tax_rate: 12, tax_base_factor: '11/12' }).expect(200);
    const taxed = sut.user();
    const { final_amount } = await sut.paid(taxed, 3);
    await configure().expect(200);
    const amount = Math.round((final_amount * 11) / 111);
    expect(await receiptOf(taxed)).toMatchObject({
      final_amount,
      tax: { label: 'PPN', rate: 12, base_factor: '11/12', amount },
    });
  });

  it('are numbered without a gap by concurrent payments, of which one is rolled back', async () => {
    await configure().expect(200);
    const first = sut.user();
    await sut.paid(first, 1);
    const users = Array.from({ length: 8 }, () => sut.user());
    const topups = await Promise.all(users.map((userId) => sut.topUp(userId)));
    const rolledBack = sut.app.get(Database).transaction(async (tx) => {
      const year = new Date().getFullYear();
      await sut.app.get(ReceiptsRepository).nextSerial(tx, 'receipt', year);
      throw new Error('rolled back');
    });
    await Promise.all([
      expect(rolledBack).rejects.toThrow('rolled back'),
      ...topups.map(({ reference }) => sut.deliver(sut.gateway.callback(reference, 'PAID'))),
      sut.app.get(ReceiptBacklog).issue(),
    ]);
    const [before] = (await numbersOf(first)).map(serialOf);
    const serials = (await Promise.all(users.map(numbersOf))).flat().map(serialOf);
    expect(serials.sort((a, b) => a - b)).toEqual(users.map((_, index) => before + 1 + index));
  });

  it('are announced with the payment', async () => {
    await configure().expect(200);
    const userId = sut.user();
    await sut.paid(userId, 1);
    const [receiptNumber] = await numbersOf(userId);
    const [event] = await sut.events('billing.topup.paid.v1', (paid) => paid.userId === userId);
    expect(event).toMatchObject({ receiptNumber });
  });

  it('are the same PDF on every download, and 404 for another user', async () => {
    await configure().expect(200);
    const userId = sut.user();
    await sut.paid(userId, 1);
    const [number] = await numbersOf(userId);
    const [first, again, indonesian] = await Promise.all(
      ['pdf', 'pdf', 'pdf?language=id'].map((path) => file(userId, `${number}/${path}`)),
    );
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${number}.pdf"`,
    });
    const bytes = first.body as Buffer;
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.equals(again.body as Buffer)).toBe(true);
    expect(bytes.equals(indonesian.body as Buffer)).toBe(false);

    const stranger = sut.user();
    await get(stranger, number!).expect(404);
    await get(stranger, `${number}/pdf`).expect(404);
    await get(userId, 'rcp').expect(400);
  });

  it('are downloaded together by their owner', async () => {
    await configure().expect(200);
    const userId = sut.user();
    await sut.paid(userId, 1);
    await sut.paid(userId, 2);
    const archive = await file(userId, 'archive');
    const files = unzipSync(new Uint8Array(archive.body as Buffer));
    expect(Object.keys(files)).toEqual(
      (await numbersOf(userId)).reverse().map((one) => `${one}.pdf`),
    );
    for (const content of Object.values(files)) {
      expect(Buffer.from(content.subarray(0, 5)).toString()).toBe('%PDF-');
    }
  });

  it('lose the buyer with the account, and keep number, date and amounts', async () => {
    await configure().expect(200);
    const userId = sut.user();
    await saveBuyer(userId).expect(200);
    await sut.paid(userId, 2);
    const receipt = await receiptOf(userId);
    await sut.deleteUser(userId);
    expect(await read(userId, receipt.number)).toEqual({ ...receipt, buyer: null });
    const stored = await sut.app.database.query('SELECT FROM receipt_buyer WHERE user_id = $1', [
      userId,
    ]);
    expect(stored).toEqual([]);
  });

  it('cannot be changed or removed by SQL', async () => {
    await configure().expect(200);
    await sut.paid(sut.user(), 1);
    for (const statement of [
      'UPDATE receipt SET final_amount = final_amount - 1, total_amount = total_amount - 1',
      `UPDATE receipt SET buyer_name = 'x', buyer_address = '', buyer_tax_id = ''`,
      'DELETE FROM receipt',
      'TRUNCATE receipt',
    ]) {
      await expect(sut.app.database.query(statement)).rejects.toThrow(/never changed or removed/);
    }
  });

  describe('buyer', () => {
    it('is empty at first, and can be cleared', async () => {
      const userId = sut.user();
      const buyer = async () => (await get(userId, 'buyer').expect(200)).body.data as object;
      const empty = { name: '', address: '', tax_id: '' };
      expect(await buyer()).toEqual(empty);
      await saveBuyer(userId).expect(200);
      expect(await buyer()).toEqual(BUYER);
      await saveBuyer(userId, empty).expect(200);
      expect(await buyer()).toEqual(empty);
    });

    it('refuses text that the font of the PDF cannot show', async () => {
      const userId = sut.user();
      for (const name of ['小林', 'Ann 🎉', 'tab\there']) {
        const answer = await saveBuyer(userId, { ...BUYER, name }).expect(400);
        expect(answer.body).toMatchObject({ details: [{ path: 'name' }] });
      }
      await saveBuyer(userId, { ...BUYER, name: 'Nguyễn Thị Ánh' }).expect(200);
    });
  });

  it('keep the logo of their time of issue', async () => {
    await configure().expect(200);
    const userId = sut.user();
    await sut.paid(userId, 1);
    const [earlier] = await numbersOf(userId);
    const pdf = async (number: string) => (await file(userId, `${number}/pdf`)).body as Buffer;
    const before = await pdf(earlier!);
    const logo = { png: PIXEL, width: 1, height: 1 };
    const brand = { name: 'Acme', accent: '', mailSenderName: '' };
    const apply = (version: number, change: object) =>
      sut.app.nats.publish('auth.brand.changed.v1', {
        ...brand,
        logo: undefined,
        version,
        ...change,
      });
    await apply(2, { logo });
    await waitFor(() => sut.app.get(ReceiptLogosRepository).at(new Date()));
    await apply(1, {});
    await sut.paid(userId, 1);
    const [later] = await numbersOf(userId);
    expect((await pdf(later!)).toString('latin1')).toContain('/Subtype /Image');
    expect((await pdf(earlier!)).equals(before)).toBe(true);
    await apply(3, {});
    await waitFor(async () => (await sut.app.get(ReceiptLogosRepository).at(new Date())) === null);
    expect((await pdf(later!)).toString('latin1')).toContain('/Subtype /Image');
  });

  describe('for administrators', () => {
    const adminGet = (path: string) => sut.app.http.get(`/api/admin/receipts${path}`).set(admin());
    const month = () =>
      new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 'YYYY-MM'.length);

    it('are listed by the month of issue', async () => {
      await configure().expect(200);
      const userId = sut.user();
      await sut.paid(userId, 1);
      const [number] = await numbersOf(userId);
      const { body } = await adminGet(`?month=${month()}`).expect(200);
      expect((body as { data: Receipt[] }).data[0].number).toBe(number);
      const other = await adminGet('?month=2025-01').expect(200);
      expect(other.body).toMatchObject({ data: [], meta: { total: 0 } });
      await adminGet('?month=2026-13').expect(400);
    });

    it('are exported as a ZIP of one PDF each', async () => {
      await configure().expect(200);
      await sut.paid(sut.user(), 1);
      const archive = await adminGet(`/archive?month=${month()}&language=id`)
        .responseType('blob')
        .expect(200);
      const [{ count }] = await sut.app.database.query<{ count: number }>(
        'SELECT count(*)::int FROM receipt',
      );
      const files = unzipSync(new Uint8Array(archive.body as Buffer));
      expect(Object.keys(files)).toHaveLength(count);
    });

    it('need a recent password for the archive, and audit changed settings', async () => {
      const stale = sut.app.as({ userId: newId(), admin: true, confirmedSecondsAgo: 3_600 });
      const answer = await sut.app.http
        .get(`/api/admin/receipts/archive?month=${month()}`)
        .set(stale)
        .expect(403);
      expect(answer.body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
      await configure({ receipt_prefix: 'INV' }).expect(200);
      await configure().expect(200);
      const audited = await sut.events(
        'security.audit.recorded.v1',
        (event) =>
          event.action === 'receipt_settings.updated' && JSON.stringify(event).includes('"INV'),
      );
      expect(audited).not.toEqual([]);
    });

    it('refuse a prefix of the other kind, because the next payment would get a taken number', async () => {
      await configure().expect(200);
      const { reference } = await sut.paid(sut.user(), 1);
      await sut.deliver(sut.gateway.callback(reference, 'REFUND')).expect(200);
      await configure({ receipt_prefix: 'INV', credit_note_prefix: 'RCP' }).expect(400);
      const answer = await configure({ receipt_prefix: 'CN', credit_note_prefix: 'X' }).expect(400);
      expect(answer.body).toMatchObject({
        details: [
          {
            path: 'receipt_prefix',
            message: 'Earlier credit notes have this prefix. Choose another one',
          },
        ],
      });
      await configure({ receipt_prefix: 'INV', credit_note_prefix: 'CN-2' }).expect(200);
      await configure().expect(200);
    });

    it('refuse settings that would give ambiguous numbers or no seller', async () => {
      await configure({ credit_note_prefix: 'RCP' }).expect(400);
      await configure({ receipt_prefix: 'R/2026' }).expect(400);
      await configure({ seller_name: '' }).expect(400);
      await configure({ tax_label: 'PPN', tax_rate: 11, tax_base_factor: '0/1' }).expect(400);
      await configure({ tax_label: 'PPN' }).expect(400);
    });
  });
});
