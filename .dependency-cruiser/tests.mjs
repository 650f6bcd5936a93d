/**
 * Tests import other packages by package name only. Cycles and layers are checked without the tests because a test
 * may import the code under test.
 */
import product from './product.mjs';

export default {
  forbidden: product.forbidden.filter(({ name }) => name.startsWith('only-')),
  options: {
    ...product.options,
    exclude: '(^|/)(dist|\\.data)/|^proto/gen/|^proto/client/src/gen/',
    metrics: false,
  },
};
