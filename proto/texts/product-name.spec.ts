import { FAILURES } from './failures.js';
import { failures as indonesian } from './id/failures.js';
import { DEFAULT_PRODUCT_NAME } from './product-name.js';

describe('failure texts', () => {
  it.each(Object.entries(FAILURES))(
    '%s does not name the product, which carries the name of the shop',
    (code, text) => {
      for (const one of [text, indonesian[code]])
        expect(JSON.stringify(one ?? {})).not.toContain(DEFAULT_PRODUCT_NAME);
    },
  );
});
