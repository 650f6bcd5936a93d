import type { Product } from '@casement/proto/http/billing/products.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { noPictures, pictureFile, pngWithSize, truncated } from '../fakes/pictures.js';
import { productFixture } from '../fakes/product-fixture.js';

const MB = 1024 * 1024;

describe('rejected product forms', () => {
  const fixture = productFixture();
  const { admin, form, validFields, create, remove } = fixture;

  describe('change nothing', () => {
    let before: unknown;
    let present: Product;
    const state = async () => [
      await fixture.sql.query('SELECT * FROM product ORDER BY id'),
      await fixture.sql.query('SELECT hash FROM product_image ORDER BY hash'),
    ];
    beforeEach(async () => {
      present = await create({ name: 'Present' }, await pictureFile('#010203'));
      before = await state();
    });
    afterEach(async () => {
      expect(await state()).toEqual(before);
    });

    const refusal = async (fields: object, image?: Buffer) => {
      const made = await form('post', '', { ...validFields, ...fields }, image);
      const changed = await form('put', `/${present.id}`, { ...validFields, ...fields }, image);
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
      'image that is %s',
      async (_what, content) => {
        expect(await refusal({}, content)).toMatchObject({
          status: 400,
          code: 'PRODUCT_IMAGE_UNREADABLE',
          message: expect.stringContaining('Nothing was changed'),
          details: [{ path: 'image' }],
        });
      },
    );

    it('truncated image', async () => {
      expect(await refusal({}, await truncated('jpeg'))).toMatchObject({
        status: 400,
        code: 'PRODUCT_IMAGE_UNREADABLE',
      });
    });

    it('image that would decode to gigabytes', async () => {
      expect(await refusal({}, pngWithSize(50_000, 50_000))).toMatchObject({
        status: 413,
        code: 'PRODUCT_IMAGE_TOO_LARGE',
        message: expect.stringContaining('up to 40 million pixels'),
      });
    });

    it('image file of more than 5 MB', async () => {
      expect(await refusal({}, Buffer.alloc(5 * MB + 1))).toMatchObject({
        status: 413,
        code: 'PRODUCT_IMAGE_TOO_LARGE',
        message:
          'The image file is larger than 5 MB. Nothing was changed; please choose a smaller one.',
      });
    });

    it('two images in one form', async () => {
      const answer = await form('post', '', validFields, await pictureFile())
        .attach('image', await pictureFile(), 'second.png')
        .expect(400);
      expect(answer.body).toMatchObject({ code: 'MALFORMED_BODY' });
    });

    it('truncated form', async () => {
      const answer = await fixture.sut.app.http
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
      const send = () =>
        fixture.sut.app.http[method](`/api/admin/products${path}`).field('name', 'Mine');
      await send().set(fixture.sut.app.as()).expect(403);
      await send().expect(401);
    });

    it('unknown product', async () => {
      await form('put', `/${newId()}`, validFields, await pictureFile()).expect(404);
      await remove(newId()).expect(404);
      await form('put', '/nonsense', validFields).expect(400);
    });

    it('failure between storing the image and the product, which share a transaction', async () => {
      await fixture.sql.query(`
        CREATE FUNCTION breaks() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the connection is lost here'; END $$`);
      await fixture.sql.query(
        `CREATE TRIGGER breaks BEFORE INSERT OR UPDATE ON product
         FOR EACH ROW EXECUTE FUNCTION breaks()`,
      );
      try {
        await form('post', '', validFields, await pictureFile('#999999')).expect(500);
        await form('put', `/${present.id}`, validFields, await pictureFile('#999999')).expect(500);
      } finally {
        await fixture.sql.query('DROP FUNCTION breaks CASCADE');
      }
    });
  });
});
