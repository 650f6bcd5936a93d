import { verifyNotification } from './midtrans.signature.js';

/** Sample of docs.midtrans.com/reference/receiving-notifications; the hash was computed with openssl. */
const key = 'askvnoibnosifnboseofinbofinfgbiufglnbfg';
const notification = {
  order_id: '1111',
  status_code: '200',
  gross_amount: '100000.00',
  signature_key:
    'edc076b21793ebe3e17926350f5b8ae67d902fe657b3d0aa31b932d5c127e2375d308a2bc94f3265ac2d80a1f181a79b997ac178a236fcff35af263fc4d4c231',
};
const verify = (change: object) =>
  verifyNotification(key, Buffer.from(JSON.stringify({ ...notification, ...change })));

describe(verifyNotification, () => {
  it('accepts the sample of the documentation', () => {
    expect(verify({})).toBe('accepted');
    expect(verify({ signature_key: notification.signature_key.toUpperCase() })).toBe('accepted');
  });

  it.each([
    { order_id: '1112' },
    { status_code: '201' },
    { gross_amount: '100000' },
    { gross_amount: '100000.0' },
    { signature_key: 'x' },
    { signature_key: '' },
  ])('rejects %p', (change) => expect(verify(change)).toBe('forged'));

  it.each([{ signature_key: undefined }, { gross_amount: 100_000 }, { order_id: '' }])(
    'treats %p as unsigned',
    (change) => expect(verify(change)).toBe('unsigned'),
  );

  it.each(['', 'null', '[]', '{'])('treats the body %p as unsigned', (body) => {
    expect(verifyNotification(key, Buffer.from(body))).toBe('unsigned');
  });
});
