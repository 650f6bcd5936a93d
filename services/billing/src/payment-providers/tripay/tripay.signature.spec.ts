import { createHmac } from 'node:crypto';
import { isGatewaySignature, transactionSignature } from './tripay.signature.js';

const key = 'ytf6ooi2gmlNPfpchd94jDOk8hRWOu';

describe(transactionSignature, () => {
  it("reproduces the gateway's published test vector", () => {
    expect(transactionSignature(key, 'T0001', 'INV55567', 1_500_000)).toBe(
      '9f167eba844d1fcb369404e2bda53702e2f78f7aa12e91da6715414e65b8c86a',
    );
  });
});

describe(isGatewaySignature, () => {
  const body = Buffer.from('{"reference":"T1",  "total_amount":1.0}');
  const signature = createHmac('sha256', key).update(body).digest('hex');

  it('accepts the signature over the received bytes', () => {
    expect(isGatewaySignature(key, body, signature)).toBe(true);
    expect(isGatewaySignature(key, body, signature.toUpperCase())).toBe(true);
  });

  it('rejects the same JSON serialized differently', () => {
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())));
    expect(isGatewaySignature(key, rewritten, signature)).toBe(false);
  });

  it.each([undefined, '', 'x', signature.slice(1), `${signature}0`, '0'.repeat(64)])(
    'rejects %p',
    (wrong) => {
      expect(isGatewaySignature(key, body, wrong)).toBe(false);
    },
  );

  it('rejects a signature made with another key', () => {
    const other = createHmac('sha256', 'another').update(body).digest('hex');
    expect(isGatewaySignature(key, body, other)).toBe(false);
  });
});
