import sharp from 'sharp';
import type { Product, TopupHistoryItem } from '@casement/proto/http/billing.js';
import { newId } from '@casement/common/database/new-id.js';
import { BillingApp } from '../fakes/billing-app.js';
import { noPictures, picture, pictureFile, pngThatClaims, truncated } from '../fakes/pictures.js';

const MB = 1024 * 1024;

interface Answer {
  message: string;
  data: Product;
}

describe('products', () => {
  let sut: BillingApp;
  let sql: BillingApp['app']['database'];
  let seeded: string;
  const adminId = newId();
  beforeAll(async () => {
    sut = await BillingApp.start();
    sql = sut.app.database;
    [{ id: seeded }] = await sql.query<{ id: string }>('SELECT id FROM product');
  });
  afterAll(() => sut.close());
  beforeEach(async () => {
    await sql.query('DELETE FROM product WHERE id <> $1', [seeded]);
    await sql.query('UPDATE product SET deleted_at = NULL, image_hash = NULL, price_sen = 5000000');
    await sql.query('DELETE FROM product_image');
  });

  const admin = () => sut.app.as({ userId: adminId, admin: true });
  const form = (method: 'post' | 'put', path: string, fields: object, image?: Buffer) => {
    const request = sut.app.http[method](`/api/admin/products${path}`).set(admin());
    for (const [name, value] of Object.entries(fields)) void request.field(name, String(value));
    return image ? request.attach('image', image, 'picture.png') : request;
  };
  const given = { name: 'Quota', description: 'One install', price: '50000' };
  const create = async (fields: object = {}, image?: Buffer) => {
    const answer = await form('post', '', { ...given, ...fields }, image).expect(200);
    return (answer.body as Answer).data;
  };
  const update = async (id: string, fields: object = {}, image?: Buffer) => {
    const answer = await form('put', `/${id}`, { ...given, ...fields }, image).expect(200);
    return (answer.body as Answer).data;
  };
  const remove = (id: string) => sut.app.http.delete(`/api/admin/products/${id}`).set(admin());
  const list = async () => {
    const answer = await sut.app.http.get('/api/admin/products').set(admin()).expect(200);
    return answer.body as { data: Product[]; meta?: unknown };
  };
  const quote = (body: object) =>
    sut.app.http.post('/api/user/topup/calculate').set(sut.app.as()).send(body);
  const imagesKept = async () =>
    (await sql.query<{ hash: string }>('SELECT hash FROM product_image')).map(({ hash }) => hash);

  describe('GET /admin/products', () => {
    it('§3 lists all of them, newest first and never paged', async () => {
      for (let n = 0; n < 16; n++) await create({ name: `P${n}` });
      const { data, meta } = await list();
      expect(meta).toBeUndefined();
      expect(data).toHaveLength(17);
      expect(data.map(({ name }) => name).slice(0, 2)).toEqual(['P15', 'P14']);
      expect(data[16].id).toBe(seeded);
    });
  });

  describe('POST /admin/products', () => {
    it('§3 answers with the product, two decimals of a rupiah kept', async () => {
      const answer = await form('post', '', { ...given, price: '1234.05' }).expect(200);
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
      const [row] = await sql.query('SELECT price_sen FROM product WHERE name = $1', ['Quota']);
      expect(row).toEqual({ price_sen: '123405' });
    });

    it('has no description where none was written', async () => {
      expect(await create({ description: '  ' })).toMatchObject({ description: null });
    });

    it('serves the image to everybody, at the origin, for ever, and as nothing but a picture', async () => {
      const upload = await picture('#abcdef', 1600, 400).jpeg().toBuffer();
      const { image_url } = await create({}, upload);
      expect(image_url).toMatch(/^\/uploads\/[0-9a-f]{64}\.webp$/);
      const answer = await sut.app.http.get(String(image_url)).buffer().expect(200);
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

    it('serves it from any replica', async () => {
      const { image_url } = await create({}, await pictureFile());
      const replica = await sut.startBeside({});
      await replica.http.get(String(image_url)).expect(200);
    });

    it('takes a form whose image field was left empty, as browsers send it', async () => {
      const parts = [
        'Content-Disposition: form-data; name="name"\r\n\r\nQuota',
        'Content-Disposition: form-data; name="price"\r\n\r\n50000',
        'Content-Disposition: form-data; name="image"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n',
      ];
      const answer = await sut.app.http
        .post('/api/admin/products')
        .set(admin())
        .set('Content-Type', 'multipart/form-data; boundary=B')
        .send(`${parts.map((part) => `--B\r\n${part}\r\n`).join('')}--B--\r\n`)
        .expect(200);
      expect((answer.body as Answer).data.image_url).toBeNull();
    });
  });

  describe('what is refused changes nothing', () => {
    let before: unknown;
    let present: Product;
    const state = async () => [
      await sql.query('SELECT * FROM product ORDER BY id'),
      await sql.query('SELECT hash FROM product_image ORDER BY hash'),
    ];
    beforeEach(async () => {
      present = await create({ name: 'Present' }, await pictureFile('#010203'));
      before = await state();
    });
    afterEach(async () => {
      expect(await state()).toEqual(before);
    });

    const refusal = async (fields: object, image?: Buffer) => {
      const made = await form('post', '', { ...given, ...fields }, image);
      const changed = await form('put', `/${present.id}`, { ...given, ...fields }, image);
      const shown = ({ status, body }: typeof made) => ({ status, ...(body as object) });
      const correlationId = expect.any(String);
      expect(shown(changed)).toEqual({ ...shown(made), correlationId });
      return shown(made);
    };

    it.each([
      [{ name: ' ' }, 'name', 'Name is required'],
      [{ price: '' }, 'price', 'Price is required'],
      [{ price: 'free' }, 'price', 'Price must be a number'],
      [{ price: '1.005' }, 'price', 'Price can have at most two decimals'],
      [{ price: '0' }, 'price', 'Price must be at least 1'],
      [{ price: '1000000001' }, 'price', 'Price can be at most 1000000000'],
    ])('§5 %j', async (fields, path, message) => {
      expect(await refusal(fields, await pictureFile())).toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
        message,
        details: [{ path, message }],
      });
    });

    it.each(noPictures.filter(([, content]) => content.length > 0))(
      'an image that is %s',
      async (_what, content) => {
        expect(await refusal({}, content)).toMatchObject({
          status: 400,
          code: 'PRODUCT_IMAGE_UNREADABLE',
          message: expect.stringContaining('Nothing was changed'),
          details: [{ path: 'image' }],
        });
      },
    );

    it('an image that breaks off', async () => {
      expect(await refusal({}, await truncated('jpeg'))).toMatchObject({
        status: 400,
        code: 'PRODUCT_IMAGE_UNREADABLE',
      });
    });

    it('an image that would unpack to gigabytes', async () => {
      expect(await refusal({}, pngThatClaims(50_000, 50_000))).toMatchObject({
        status: 413,
        code: 'PRODUCT_IMAGE_TOO_LARGE',
        message: expect.stringContaining('up to 40 million pixels'),
      });
    });

    it('an image file of more than 5 MB', async () => {
      expect(await refusal({}, Buffer.alloc(5 * MB + 1))).toMatchObject({
        status: 413,
        code: 'PRODUCT_IMAGE_TOO_LARGE',
        message:
          'The image file is larger than 5 MB. Nothing was changed; please choose a smaller one.',
      });
    });

    it('two images at once', async () => {
      const answer = await form('post', '', given, await pictureFile())
        .attach('image', await pictureFile(), 'second.png')
        .expect(400);
      expect(answer.body).toMatchObject({ code: 'MALFORMED_BODY' });
    });

    it('a form that breaks off', async () => {
      const answer = await sut.app.http
        .post('/api/admin/products')
        .set(admin())
        .set('Content-Type', 'multipart/form-data; boundary=B')
        .send('--B\r\nContent-Disposition: form-data; name="name"\r\n\r\nQuo')
        .expect(400);
      expect(answer.body).toMatchObject({
        code: 'MALFORMED_BODY',
        message: expect.stringContaining('Nothing was changed'),
      });
    });

    it.each(['POST', 'PUT', 'DELETE'])('§6 %s by users and visitors', async (verb) => {
      const path = verb === 'POST' ? '' : `/${present.id}`;
      const method = verb.toLowerCase() as 'post' | 'put' | 'delete';
      const send = () => sut.app.http[method](`/api/admin/products${path}`).field('name', 'Mine');
      await send().set(sut.app.as()).expect(403);
      await send().expect(401);
    });

    it('a product that does not exist', async () => {
      await form('put', `/${newId()}`, given, await pictureFile()).expect(404);
      await remove(newId()).expect(404);
      await form('put', '/nonsense', given).expect(400);
    });

    it('what fails between the image and the product: both are one change', async () => {
      await sql.query(`
        CREATE FUNCTION breaks() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the connection is lost here'; END $$`);
      await sql.query(
        `CREATE TRIGGER breaks BEFORE INSERT OR UPDATE ON product
         FOR EACH ROW EXECUTE FUNCTION breaks()`,
      );
      try {
        await form('post', '', given, await pictureFile('#999999')).expect(500);
        await form('put', `/${present.id}`, given, await pictureFile('#999999')).expect(500);
      } finally {
        await sql.query('DROP FUNCTION breaks CASCADE');
      }
    });
  });

  it('§6 keeps the list from users and visitors', async () => {
    await sut.app.http.get('/api/admin/products').set(sut.app.as()).expect(403);
    await sut.app.http.get('/api/admin/products').expect(401);
  });

  describe('PUT /admin/products/{id}', () => {
    it('changes the words and the price and keeps the image', async () => {
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
      await sut.app.http.get(String(image_url)).expect(200);
    });

    it('replaces the image and erases the old one', async () => {
      const { id, image_url: old } = await create({}, await pictureFile('#111111'));
      const { image_url } = await update(id, {}, await pictureFile('#222222'));
      expect(image_url).not.toBe(old);
      await sut.app.http.get(String(image_url)).expect(200);
      const gone = await sut.app.http.get(String(old)).expect(404);
      expect(gone.headers['cache-control'] ?? '').not.toContain('immutable');
    });

    it('keeps an image that another product shows as well, and one that is given again', async () => {
      const same = await pictureFile('#333333');
      const [first, second] = [await create({}, same), await create({}, same)];
      expect(second.image_url).toBe(first.image_url);
      await update(first.id, {}, same);
      await update(first.id, {}, await pictureFile('#444444'));
      await sut.app.http.get(String(second.image_url)).expect(200);
      await remove(second.id).expect(200);
      await sut.app.http.get(String(second.image_url)).expect(404);
    });

    it('gives one of two images that come at once, and keeps no other', async () => {
      const { id } = await create({}, await pictureFile('#000000'));
      const files = await Promise.all(
        ['#550000', '#005500', '#000055', '#555500'].map((colour) => pictureFile(colour)),
      );
      const answers = await Promise.all(files.map((file) => update(id, {}, file)));
      const { image_url } = (await list()).data[0];
      expect(answers.map((answer) => answer.image_url)).toContain(image_url);
      expect((await imagesKept()).map((hash) => `/uploads/${hash}.webp`)).toEqual([image_url]);
    });

    it('never erases an image that another product is just being given', async () => {
      const shared = await pictureFile('#777777');
      const owner = await create({}, shared);
      const [, taker] = await Promise.all([
        update(owner.id, {}, await pictureFile('#888888')),
        create({ name: 'Taker' }, shared),
      ]);
      await sut.app.http.get(String(taker.image_url)).expect(200);
    });
  });

  describe('DELETE /admin/products/{id}', () => {
    it('ends the sale and erases the image', async () => {
      const { id, image_url } = await create({}, await pictureFile());
      const answer = await remove(id).expect(200);
      expect(answer.body).toMatchObject({ message: 'Product deleted successfully' });
      expect((await list()).data.map((one) => one.id)).toEqual([seeded]);
      await sut.app.http.get(String(image_url)).expect(404);
      await quote({ quantity: 1, product_id: id }).expect(404);
      await form('put', `/${id}`, given).expect(404);
      await remove(id).expect(404);
    });

    it('leaves its name and price in the top-up history', async () => {
      const { id } = await create({ name: 'Short-lived', price: '7000' });
      const userId = sut.user();
      const body = { quantity: 2, payment_method: 'QRIS', product_id: id };
      await sut.app.http.post('/api/user/topup').set(sut.app.as({ userId })).send(body).expect(200);
      await remove(id).expect(200);
      const answer = await sut.app.http
        .get('/api/user/topup/history')
        .set(sut.app.as({ userId }))
        .expect(200);
      expect((answer.body as { data: TopupHistoryItem[] }).data).toMatchObject([
        { quantity: 2, final_amount: 14_000 },
      ]);
      const rows = await sql.query(
        'SELECT product_id, product_name FROM topup WHERE user_id = $1',
        [userId],
      );
      expect(rows).toEqual([{ product_id: id, product_name: 'Short-lived' }]);
    });

    it('refuses the last one, without which nobody could top up', async () => {
      const answer = await remove(seeded).expect(409);
      expect(answer.body).toMatchObject({
        code: 'LAST_PRODUCT',
        message:
          'This is the only product, and without one nobody could top up. Nothing was changed; please add another product first.',
      });
      await quote({ quantity: 1 }).expect(200);
    });

    it('leaves one of two that are deleted at once', async () => {
      const { id } = await create();
      const answers = await Promise.all([remove(id), remove(seeded)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await list()).data).toHaveLength(1);
    });

    it('sells the next oldest one as the quota product, and seeds none anew', async () => {
      const { id } = await create({ name: 'Next', price: '60000' });
      await create({ name: 'Newest', price: '70000' });
      await remove(seeded).expect(200);
      await sut.startBeside({});
      const answer = await quote({ quantity: 1 }).expect(200);
      expect(answer.body).toMatchObject({ data: { final_amount: 60_000, product: { id } } });
    });
  });

  it('records each act of an administrator with what was before and after', async () => {
    const { id } = await create({ name: 'Audited', price: '10000' });
    await update(id, { name: 'Renamed', price: '12000.5' });
    await remove(id).expect(200);
    const of = async (action: string) => {
      const [audit] = await sut.events(
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
    expect(await of('product.created')).toEqual([adminId, null, old]);
    expect(await of('product.updated')).toEqual([adminId, old, changed]);
    expect(await of('product.deleted')).toEqual([adminId, changed, null]);
  });

  describe('GET /uploads/{name}', () => {
    it.each([
      'a.png',
      `${'0'.repeat(64)}.webp`,
      `${'0'.repeat(64)}`,
      '..%2f..%2fetc%2fpasswd',
      "'%20OR%201=1",
    ])('knows no %s', async (name) => {
      const answer = await sut.app.http.get(`/uploads/${name}`).expect(404);
      expect(answer.body).toMatchObject({ success: false, code: 'NOT_FOUND' });
    });
  });

  describe('the smallest and largest top-up', () => {
    const limit = (min: number, max: number) =>
      sql.query('UPDATE topup_limits SET min_quantity = $1, max_quantity = $2', [min, max]);
    afterEach(() => limit(1, 1000));

    it('are data, and the quote tells them', async () => {
      expect((await quote({ quantity: 1 }).expect(200)).body).toMatchObject({
        data: { min_quantity: 1, max_quantity: 1000 },
      });
      await limit(5, 2000);
      expect((await quote({ quantity: 2000 }).expect(200)).body).toMatchObject({
        data: { min_quantity: 5, max_quantity: 2000 },
      });
      await quote({ quantity: 5 }).expect(200);
    });

    it.each([
      [4, 'Quantity must be at least 5'],
      [51, 'Quantity can be at most 50'],
    ])('refuse a quote and an order of %i: %s', async (quantity, message) => {
      await limit(5, 50);
      const expected = {
        code: 'VALIDATION_FAILED',
        message,
        details: [{ path: 'quantity', message }],
      };
      expect((await quote({ quantity }).expect(400)).body).toMatchObject(expected);
      const userId = sut.user();
      const order = await sut.app.http
        .post('/api/user/topup')
        .set(sut.app.as({ userId }))
        .send({ quantity, payment_method: 'QRIS' })
        .expect(400);
      expect(order.body).toMatchObject(expected);
      expect(await sql.query('SELECT 1 FROM topup WHERE user_id = $1', [userId])).toEqual([]);
    });
  });
});
