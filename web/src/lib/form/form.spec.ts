import { addEmailRequest } from '@casement/proto/http/auth/email-addresses.js';
import { installRequest } from '@casement/proto/http/install/install.js';
import { loginRequest, registerRequest } from '@casement/proto/http/auth/sign-in.js';
import { ApiError, messageOf } from '@/lib/api/api-error.js';
import { chooseLanguage } from '@/messages/load-language.js';
import { schemaResolver, showProblems } from './form.js';

afterEach(() => chooseLanguage('en'));

type Load = Parameters<typeof schemaResolver>[0];

const check = (load: Load, rest?: Record<string, unknown>, values: object = { email: 'rahmat' }) =>
  schemaResolver(load, rest)(values, undefined, { fields: {}, shouldUseNativeValidation: false });

/** Returns the error that a form shows at a field. */
async function shown(schema: Awaited<ReturnType<Load>>, values: object, field: string) {
  const { errors } = await check(() => Promise.resolve(schema), {}, values);
  return (errors as Record<string, { message: string } | undefined>)[field]?.message;
}

describe(schemaResolver, () => {
  it('shows the first error of each field and also validates values outside the form', async () => {
    const safeParse = jest.fn(() => ({
      success: false,
      error: {
        issues: [
          { path: ['email'], message: 'first' },
          { path: ['email'], message: 'second' },
        ],
      },
    }));
    const result = await check(() => Promise.resolve({ safeParse }), { token: '-' });
    expect(safeParse).toHaveBeenCalledWith({ email: 'rahmat', token: '-' });
    expect(result).toEqual({ values: {}, errors: { email: { type: 'rule', message: 'first' } } });
  });

  it('leaves validation to the server if the rules fail to load', async () => {
    const result = await check(() => Promise.reject(new Error('the code could not be fetched')));
    expect(result).toEqual({ values: { email: 'rahmat' }, errors: {} });
  });

  it.each([
    [loginRequest, 'username', 'x'.repeat(255), 'Nama pengguna atau email maksimal 254 karakter'],
    [registerRequest, 'username', 'x'.repeat(51), 'Nama pengguna harus kurang dari 50 karakter'],
    [registerRequest, 'email', 'rahmat', 'Alamat email tidak valid'],
    [addEmailRequest, 'email', 'rahmat', 'Masukkan alamat email yang valid'],
    [installRequest, 'passwd_rdp', '#secret', 'Kata sandi RDP tidak boleh diawali karakter "#"'],
    [installRequest, 'passwd_rdp', 'a\nbcd', 'Kata sandi RDP tidak boleh memuat karakter kontrol'],
  ])('has an Indonesian message for each rule: %#', async (schema, field, value, message) => {
    await chooseLanguage('id');
    expect(await shown(schema, { [field]: value }, field)).toBe(message);
  });
});

describe(showProblems, () => {
  const refused = (code: string, ...details: ApiError['details']) =>
    new ApiError({ status: 400, code, serverMessage: details[0]?.message ?? '', details });

  function shownOf(error: ApiError, ...fields: string[]) {
    const setError = jest.fn();
    const any = showProblems(error, fields as never[], setError);
    return [
      any,
      ...setError.mock.calls.map(([, { message }]: [string, { message: string }]) => message),
    ];
  }

  it('translates the server’s rule violations by code', async () => {
    const error = refused(
      'VALIDATION_FAILED',
      { path: 'username', message: 'Reworded meanwhile', code: 'USERNAME_TOO_SHORT' },
      { path: 'email', message: 'Invalid email address' },
      { path: 'captchaAnswer', message: 'Captcha is required' },
    );
    expect(shownOf(error, 'username', 'email')).toEqual([
      true,
      'Reworded meanwhile',
      'Invalid email address',
    ]);
    await chooseLanguage('id');
    expect(shownOf(error, 'username', 'email')).toEqual([
      true,
      'Nama pengguna minimal 3 karakter',
      'Alamat email tidak valid',
    ]);
    expect(messageOf(error, '')).toBe('Nama pengguna minimal 3 karakter');
  });

  it('translates other server errors by error code', async () => {
    await chooseLanguage('id');
    const taken = refused('USERNAME_TAKEN', {
      path: 'username',
      message: 'Username is already taken',
    });
    expect(shownOf(taken, 'username')).toEqual([true, 'Nama pengguna sudah dipakai']);
    const tooFew = refused('VALIDATION_FAILED', {
      path: 'quantity',
      message: 'Quantity must be at least 5',
    });
    expect(shownOf(tooFew, 'quantity')).toEqual([true, 'Jumlah minimal 5']);
    expect(messageOf(tooFew, '')).toBe('Jumlah minimal 5');
  });

  it('ignores server errors of fields that are not in the form', () => {
    expect(
      shownOf(refused('VALIDATION_FAILED', { path: 'other', message: 'Bad' }), 'name'),
    ).toEqual([false]);
  });
});
