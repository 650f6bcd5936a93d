import { schemaResolver } from './form.js';

const check = (load: Parameters<typeof schemaResolver>[0], rest?: Record<string, unknown>) =>
  schemaResolver(load, rest)({ email: 'rahmat' }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });

describe(schemaResolver, () => {
  it('shows the first problem of each field, and adds what is no part of the form', async () => {
    const safeParse = jest.fn(() => ({
      success: false,
      error: {
        issues: [
          { path: ['email'], code: 'custom', message: 'first' },
          { path: ['email'], code: 'custom', message: 'second' },
        ],
      },
    }));
    const result = await check(() => Promise.resolve({ safeParse }), { token: '-' });
    expect(safeParse).toHaveBeenCalledWith({ email: 'rahmat', token: '-' });
    expect(result).toEqual({ values: {}, errors: { email: { type: 'rule', message: 'first' } } });
  });

  it('leaves the check to the server when the rules cannot be fetched', async () => {
    const result = await check(() => Promise.reject(new Error('the code could not be fetched')));
    expect(result).toEqual({ values: { email: 'rahmat' }, errors: {} });
  });
});
