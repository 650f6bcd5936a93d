/** Tests reach other packages by their names only. Circles and layers are checked without them: a test may import what it tests. */
import product from './product.mjs';

export default {
  forbidden: product.forbidden.filter(({ name }) => name === 'only-through-exports'),
  options: {
    ...product.options,
    exclude: '(^|/)(dist|\\.data)/|^proto/gen/|^proto/client/src/gen/',
    metrics: false,
  },
};
