import sharp from 'sharp';
import type { TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { picture, pictureFile } from '../fakes/pictures.js';
import { productFixture, type ProductAnswer } from '../fakes/product-fixture.js';

describe('products', () => {
  const fixture = productFixture();
  const { admin, form, validFields, create, update, remove, list, quote, imagesKept } = fixture;

  describe('GET /admin/products', () => {
    it('§3 lists all products, newest first, without paging', async () => {
      for (let n = 0; n < 16; n++) await create({ name: `P${n}` });
      const { data, meta } = await list();
      expect(meta).toBeUndefined();
      expect(data).toHaveLength(17);
      expect(data.map(({ name }) => name).slice(0, 2)).toEqual(['P15', 'P14']);
      expect(data[16].id).toBe(fixture.seeded);
    });
  });

  describe('POST /admin/products', () => {
    it('§3 returns the product and keeps two decimals of a rupiah', async () => {
      const answer = await form('post', '', { ...validFields, price: '1234.05' }).expect(200);
      expect(answer.body).toEqual({
        success: true,
        message: 'Product created successfully',
        data: {
          id: expect.any(String),
          name: 'Quota',
          description: 'One install',
          price: 1234.05,
          image_url: null,
          created_at: expect.stringMatching(/Z$/),
        },
      });
      const [row] = await fixture.sql.query('SELECT price_sen FROM product WHERE name = $1', [
        'Quota',
      ]);
      expect(row).toEqual({ price_sen: '123405' });
    });

    it('creates one product from two forms with one Idempotency-Key, which covers the image', async () => {
      const key = newId();
      const png = (colour: string) => picture(colour, 20, 20).png().toBuffer();
      const send = async (colour: string) =>
        form('post', '', { ...validFields, name: 'Once' }, await png(colour)).set(
          'Idempotency-Key',
          key,
        );
      const first = await send('#abcdef');
      expect((await send('#abcdef')).body).toEqual(first.body);
      expect((await send('#fedcba')).status).toBe(422);
      expect((await list()).data.filter(({ name }) => name === 'Once')).toHaveLength(1);
    });

    it('stores no description when none was sent', async () => {
      expect(await create({ description: '  ' })).toMatchObject({ description: null });
    });

    it('serves the image publicly at the origin, cacheable forever, with an image type', async () => {
      const upload = await picture('#abcdef', 1600, 400).jpeg().toBuffer();
      const { image_url } = await create({}, upload);
      expect(image_url).toMatch(/^\/uploads\/[0-9a-f]{64}\.webp$/);
      const answer = await fixture.sut.app.http.get(String(image_url)).buffer().expect(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      expect(await sharp(answer.body as Buffer).metadata()).toMatchObject({
        format: 'webp',
        width: 800,
        height: 200,
      });
    });

    it('serves the image from any replica', async () => {
      const { image_url } = await create({}, await pictureFile());
      const replica = await fixture.sut.startReplica({});
      await replica.http.get(String(image_url)).expect(200);
    });

    it('accepts an empty image field, as browsers send it', async () => {
      const parts = [
        'Content-Disposition: form-data; name="name"\r\n\r\nQuota',
        'Content-Disposition: form-data; name="price"\r\n\r\n50000',
        'Content-Disposition: form-data; name="image"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n',
      ];
      const answer = await fixture.sut.app.http
        .post('/api/admin/products')
        .set(admin())
        .set('Content-Type', 'multipart/form-data; boundary=B')
        .send(`${parts.map((part) => `--B\r\n${part}\r\n`).join('')}--B--\r\n`)
        .expect(200);
      expect((answer.body as ProductAnswer).data.image_url).toBeNull();
    });
  });

  it('§6 denies users and visitors the list', async () => {
    await fixture.sut.app.http.get('/api/admin/products').set(fixture.sut.app.as()).expect(403);
    await fixture.sut.app.http.get('/api/admin/products').expect(401);
  });

  describe('PUT /admin/products/{id}', () => {
    it('changes the texts and the price and keeps the image', async () => {
      const { id, image_url, created_at } = await create({}, await pictureFile());
      const answer = await form('put', `/${id}`, { name: 'New', price: '60000' }).expect(200);
      const expected = {
        id,
        name: 'New',
        description: null,
        price: 60_000,
        image_url,
        created_at,
      };
      expect(answer.body).toMatchObject({
        message: 'Product updated successfully',
        data: expected,
      });
      expect((await list()).data[0]).toEqual(expected);
      await fixture.sut.app.http.get(String(image_url)).expect(200);
    });

    it('replaces the image and erases the old image', async () => {
      const { id, image_url: old } = await create({}, await pictureFile('#111111'));
      const { image_url } = await update(id, {}, await pictureFile('#222222'));
      expect(image_url).not.toBe(old);
      await fixture.sut.app.http.get(String(image_url)).expect(200);
      const response = await fixture.sut.app.http.get(String(old)).expect(404);
      expect(response.headers['cache-control'] ?? '').not.toContain('immutable');
    });

    it('keeps an image that another product uses, and an image that is uploaded again', async () => {
      const same = await pictureFile('#333333');
      const [first, second] = [await create({}, same), await create({}, same)];
      expect(second.image_url).toBe(first.image_url);
      await update(first.id, {}, same);
      await update(first.id, {}, await pictureFile('#444444'));
      await fixture.sut.app.http.get(String(second.image_url)).expect(200);
      await remove(second.id).expect(200);
      await fixture.sut.app.http.get(String(second.image_url)).expect(404);
    });

    it('stores one of two concurrent images and keeps no other', async () => {
      const { id } = await create({}, await pictureFile('#000000'));
      const files = await Promise.all(
        ['#550000', '#005500', '#000055', '#555500'].map((colour) => pictureFile(colour)),
      );
      const answers = await Promise.all(files.map((file) => update(id, {}, file)));
      const { image_url } = (await list()).data[0];
      expect(answers.map((answer) => answer.image_url)).toContain(image_url);
      expect((await imagesKept()).map((hash) => `/uploads/${hash}.webp`)).toEqual([image_url]);
    });

    it('never erases an image that another product is about to use', async () => {
      const shared = await pictureFile('#777777');
      const owner = await create({}, shared);
      const [, taker] = await Promise.all([
        update(owner.id, {}, await pictureFile('#888888')),
        create({ name: 'Taker' }, shared),
      ]);
      await fixture.sut.app.http.get(String(taker.image_url)).expect(200);
    });
  });

  describe('a price change of more than 50 %', () => {
    it.each([
      ['24999', 24_999],
      ['75001', 75_001],
    ])('to %s is refused with both prices until it is confirmed', async (price, rupiah) => {
      const { id } = await create();
      const refused = await form('put', `/${id}`, { ...validFields, price }).expect(409);
      expect(refused.body).toMatchObject({
        code: 'PRICE_CHANGE_UNCONFIRMED',
        details: [
          { path: 'old_price', message: '50000' },
          { path: 'new_price', message: price },
        ],
      });
      expect((await list()).data[0].price).toBe(50_000);
      expect(await update(id, { price, confirm: 'true' })).toMatchObject({ price: rupiah });
    });

    it.each(['25000', '75000'])('needs no confirmation at exactly half: %s', async (price) => {
      const { id } = await create();
      expect(await update(id, { price })).toMatchObject({ price: Number(price) });
    });

    it('names both prices in the message', async () => {
      const { id } = await create({ price: '1234.05' });
      const { body } = await form('put', `/${id}`, { ...validFields, price: '1' }).expect(409);
      expect((body as { message: string }).message).toBe(
        'The price would change from Rp 1.234,05 to Rp 1, which is more than 50 %. Nothing was changed; confirm to change it anyway.',
      );
    });
  });

  it('announces first and changed prices, and no other change', async () => {
    const { id } = await create({ name: 'Announced', price: '10000' });
    await update(id, { name: 'Renamed', price: '10000' });
    await update(id, { name: 'Renamed', price: '12000' });
    const actorId = fixture.adminId;
    const events = await waitFor(async () => {
      const all = await fixture.sut.app.nats.events('billing.product.priced.v1');
      const ours = all.filter(({ payload }) => payload.productId === id);
      return ours.length === 2 ? ours.map(({ payload }) => payload) : undefined;
    });
    expect(events).toMatchObject([
      { name: 'Announced', priceSen: 1_000_000, actorId },
      { name: 'Renamed', oldPriceSen: 1_000_000, priceSen: 1_200_000, actorId },
    ]);
  });

  describe('DELETE /admin/products/{id}', () => {
    it('ends the sale and erases the image', async () => {
      const { id, image_url } = await create({}, await pictureFile());
      const answer = await remove(id).expect(200);
      expect(answer.body).toMatchObject({ message: 'Product deleted successfully' });
      expect((await list()).data.map((one) => one.id)).toEqual([fixture.seeded]);
      await fixture.sut.app.http.get(String(image_url)).expect(404);
      await quote({ quantity: 1, product_id: id }).expect(404);
      await form('put', `/${id}`, validFields).expect(404);
      await remove(id).expect(404);
    });

    it('keeps name and price in the top-up history', async () => {
      const { id } = await create({ name: 'Short-lived', price: '7000' });
      const userId = fixture.sut.user();
      const body = { quantity: 2, payment_method: 'QRIS', product_id: id };
      await fixture.sut.app.http
        .post('/api/user/topup')
        .set(fixture.sut.app.as({ userId }))
        .send(body)
        .expect(200);
      await remove(id).expect(200);
      const answer = await fixture.sut.app.http
        .get('/api/user/topup/history')
        .set(fixture.sut.app.as({ userId }))
        .expect(200);
      expect((answer.body as { data: TopupHistoryItem[] }).data).toMatchObject([
        { quantity: 2, final_amount: 14_000 },
      ]);
      const rows = await fixture.sql.query(
        'SELECT product_id, product_name FROM topup WHERE user_id = $1',
        [userId],
      );
      expect(rows).toEqual([{ product_id: id, product_name: 'Short-lived' }]);
    });

    it('rejects deleting the last product because top-ups need one', async () => {
      const answer = await remove(fixture.seeded).expect(409);
      expect(answer.body).toMatchObject({
        code: 'LAST_PRODUCT',
        message:
          'This is the only product, and customers could not top up without it. Nothing was changed; please add another product first.',
      });
      await quote({ quantity: 1 }).expect(200);
    });

    it('deletes only one of the last two products when both are deleted concurrently', async () => {
      const { id } = await create();
      const answers = await Promise.all([remove(id), remove(fixture.seeded)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await list()).data).toHaveLength(1);
    });

    it('makes the next oldest product the quota product and seeds no new product', async () => {
      const { id } = await create({ name: 'Next', price: '60000' });
      await create({ name: 'Newest', price: '70000' });
      await remove(fixture.seeded).expect(200);
      await fixture.sut.startReplica({});
      const answer = await quote({ quantity: 1 }).expect(200);
      expect(answer.body).toMatchObject({ data: { final_amount: 60_000, product: { id } } });
    });
  });

  it('records each administrator action with the values before and after', async () => {
    const { id } = await create({ name: 'Audited', price: '10000' });
    await update(id, { name: 'Renamed', price: '12000.5' });
    await remove(id).expect(200);
    const of = async (action: string) => {
      const [audit] = await fixture.sut.events(
        'security.audit.recorded.v1',
        (event) => event.action === action && event.target === `product:${id}`,
      );
      const read = (text: string) => (text ? (JSON.parse(text) as unknown) : null);
      return [audit.actorId, read(audit.before), read(audit.after)];
    };
    const old = {
      name: 'Audited',
      description: 'One install',
      priceSen: 1_000_000,
      imageHash: null,
    };
    const changed = { ...old, name: 'Renamed', priceSen: 1_200_050 };
    expect(await of('product.created')).toEqual([fixture.adminId, null, old]);
    expect(await of('product.updated')).toEqual([fixture.adminId, old, changed]);
    expect(await of('product.deleted')).toEqual([fixture.adminId, changed, null]);
  });

  describe('GET /uploads/{name}', () => {
    it.each([
      'a.png',
      `${'0'.repeat(64)}.webp`,
      `${'0'.repeat(64)}`,
      '..%2f..%2fetc%2fpasswd',
      "'%20OR%201=1",
    ])('returns 404 for %s', async (name) => {
      const answer = await fixture.sut.app.http.get(`/uploads/${name}`).expect(404);
      expect(answer.body).toMatchObject({ success: false, code: 'NOT_FOUND' });
    });
  });
});
