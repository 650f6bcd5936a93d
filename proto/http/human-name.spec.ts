import { createApiKeyRequest } from './auth/api-keys.js';
import { updateProfileRequest } from './auth/account.js';
import { startDeviceLoginRequest } from './auth/device-logins.js';
import { productFields } from './billing/products.js';
import { imageUploadRequest } from './install/windows/image-uploads.js';
import { windowsVersionRequest } from './install/windows/windows-versions.js';

/** Each request field with a name that people read. */
const FIELDS = {
  'API key': createApiKeyRequest.shape.name,
  'device login': startDeviceLoginRequest.shape.name,
  profile: updateProfileRequest.shape.first_name,
  product: productFields.shape.name,
  'Windows version': windowsVersionRequest.shape.name,
  upload: imageUploadRequest.shape.name,
};

describe.each(Object.entries(FIELDS))('name of a %s', (_, field) => {
  it.each([
    ['a right-to-left override', 'invoice\u202efdp.exe'],
    ['a bidi isolate', 'a\u2067b'],
    ['a right-to-left mark', 'a\u200fb'],
    ['an Arabic letter mark', 'a\u061cb'],
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
    ['a zero-width space', 'a\u200bb'],
    ['a word joiner', 'a\u2060b'],
    ['a byte order mark', 'a\ufeffb'],
    ['a C1 control character', 'a\u0085b'],
    ['a joiner at the beginning', '\u200dab'],
    ['a joiner at the end', 'ab\u200c'],
    ['a joiner next to a space', 'a \u200db'],
    ['two joiners', 'a\u200d\u200db'],
  ])('rejects %s', (_what, name) => {
    expect(field.safeParse(name).success).toBe(false);
  });

  it.each([
    ['Latin letters', 'Ann’s laptop (2nd) – büro.iso'],
    ['Hebrew', 'המחשב שלי'],
    ['Persian with a non-joiner', 'می\u200cخواهم'],
    ['Sinhala with a joiner', 'ශ්\u200dරී'],
    ['emoji with joiners', '👩🏽\u200d💻 🏳️\u200d🌈 👨\u200d👩\u200d👧'],
  ])('accepts %s', (_what, name) => {
    expect(field.safeParse(name)).toEqual({ success: true, data: name });
  });
});
