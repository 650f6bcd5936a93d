import { productFields } from './products.js';

const validFields = { name: 'Quota', description: '', price: '50000' };
const sentences = (fields: object) =>
  (productFields.safeParse({ ...validFields, ...fields }).error?.issues ?? []).map(
    (one) => one.message,
  );

describe('productFields', () => {
  it('§5 accepts name and price without a description', () => {
    expect(productFields.parse({ name: ' Quota ', price: ' 1234.5 ' })).toEqual({
      name: 'Quota',
      description: '',
      price: '1234.5',
    });
  });

  it('reads the parts of a form, which have no prototype', () => {
    const formFields = Object.assign(Object.create(null) as object, validFields);
    expect(productFields.parse(formFields)).toEqual(validFields);
  });

  it.each([
    [{ name: undefined }, 'Name is required'],
    [{ name: '' }, 'Name is required'],
    [{ name: '   ' }, 'Name is required'],
    [{ name: ['a', 'b'] }, 'Name is required'],
    [{ name: 'x'.repeat(201) }, 'Name can be at most 200 characters'],
    [{ name: 'a\nb' }, 'Name can only contain visible characters'],
    [{ description: 'x'.repeat(2001) }, 'Description can be at most 2000 characters'],
    [{ description: 'a\0b' }, 'Description must be text'],
    [{ price: undefined }, 'Price is required'],
    [{ price: '' }, 'Price is required'],
    [{ price: ' ' }, 'Price is required'],
    [{ price: 'cheap' }, 'Price must be a number'],
    [{ price: '1e3' }, 'Price must be a number'],
    [{ price: '1,5' }, 'Price must be a number'],
    [{ price: '0x10' }, 'Price must be a number'],
    [{ price: '5.' }, 'Price must be a number'],
    [{ price: 'NaN' }, 'Price must be a number'],
    [{ price: '9'.repeat(400) }, 'Price must be a number'],
    [{ price: '1.001' }, 'Price can have at most two decimals'],
    [{ price: '0' }, 'Price must be at least 1'],
    [{ price: '0.99' }, 'Price must be at least 1'],
    [{ price: '-5' }, 'Price must be at least 1'],
    [{ price: '1000000000.01' }, 'Price can be at most 1000000000'],
  ])('§5 rejects %j: %s', (fields, sentence) => {
    expect(sentences(fields)).toEqual([sentence]);
  });

  it.each(['1', '1.00', '0001', '1234.5', '0050000.25', '1000000000'])(
    '§5 accepts a price of %s',
    (price) => {
      expect(sentences({ price })).toEqual([]);
    },
  );
});
