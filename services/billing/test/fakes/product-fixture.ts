import type { Product } from '@casement/proto/http/billing/products.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { BillingApp } from './billing-app.js';

export interface ProductAnswer {
  message: string;
  data: Product;
}

/** Manages products as an administrator. Before each test only the seeded product without an image exists. */
export function productFixture() {
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
  const validFields = { name: 'Quota', description: 'One install', price: '50000' };
  const create = async (fields: object = {}, image?: Buffer) => {
    const answer = await form('post', '', { ...validFields, ...fields }, image).expect(200);
    return (answer.body as ProductAnswer).data;
  };
  const update = async (id: string, fields: object = {}, image?: Buffer) => {
    const answer = await form('put', `/${id}`, { ...validFields, ...fields }, image).expect(200);
    return (answer.body as ProductAnswer).data;
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

  return {
    get sut() {
      return sut;
    },
    get sql() {
      return sql;
    },
    get seeded() {
      return seeded;
    },
    adminId,
    admin,
    form,
    validFields,
    create,
    update,
    remove,
    list,
    quote,
    imagesKept,
  };
}
