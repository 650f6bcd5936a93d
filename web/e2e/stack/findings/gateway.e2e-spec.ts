import { expect, test } from '../../support/quiet.js';
import { address, call } from '../attackers.js';

test.describe('finding 9: what the gateway itself answers', () => {
  test('a request id that is not plain reaches neither service nor answer', async () => {
    const headers = { 'x-request-id': '<script>alert(1)</script>' };
    const answer = await call(address(705), '/api/user/profile', { headers });
    expect(answer).toMatchObject({
      status: 401,
      requestId: expect.stringMatching(/^[\w.-]{8,64}$/),
    });
    expect(answer.body['correlationId']).toBe(answer.requestId);
  });

  test('the gateway’s own refusals have the envelope of every error', async () => {
    const answer = await call(address(706), '/api/%FF');
    expect(answer).toMatchObject({ status: 404, body: { success: false, code: 'GATEWAY_ERROR' } });
  });
});
