import { expect, test } from '../../support/console-errors.js';
import { address, call } from '../attackers.js';

test.describe('finding 9: responses from the gateway itself', () => {
  test('a malformed request id reaches neither the service nor the response', async () => {
    const headers = { 'x-request-id': '<script>alert(1)</script>' };
    const answer = await call(address(705), '/api/user/profile', { headers });
    expect(answer).toMatchObject({
      status: 401,
      requestId: expect.stringMatching(/^[\w.-]{8,64}$/),
    });
    expect(answer.body['correlationId']).toBe(answer.requestId);
  });

  test('gateway errors use the common error envelope', async () => {
    const answer = await call(address(706), '/api/%FF');
    expect(answer).toMatchObject({ status: 404, body: { success: false, code: 'GATEWAY_ERROR' } });
  });
});
