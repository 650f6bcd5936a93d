import { describeFailure, readResponse } from './http-failure.js';

const failed = (code: string) => new TypeError('fetch failed', { cause: { code, message: code } });

describe(describeFailure, () => {
  it.each([
    ['ENOTFOUND', /its name is unknown to the resolver/],
    ['EAI_AGAIN', /the resolver of this server does not answer/],
    ['EHOSTUNREACH', /no route/],
    ['UND_ERR_CONNECT_TIMEOUT', /not answered in time/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate is for another name, so a network in between/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate is self-signed/],
    ['CERT_HAS_EXPIRED', /certificate has expired/],
    ['E_ANOTHER', /^E_ANOTHER$/],
  ])('explains %s', (code, text) => expect(describeFailure(failed(code))).toMatch(text));

  it('uses the error of the first address tried', () => {
    const errors = [Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })];
    const cause = new AggregateError(errors);
    expect(describeFailure(new TypeError('fetch failed', { cause }))).toBe(
      'the connection was refused (ECONNREFUSED)',
    );
  });

  it.each([undefined, null, 'text', {}])('reports %p as unknown', (error) => {
    expect(describeFailure(error)).toBe('unknown');
  });
});

describe(readResponse, () => {
  it('reads text in UTF-8 and JSON', async () => {
    const response = await readResponse(Response.json({ name: 'Rp 1 – “QRIS”' }));
    expect(response).toMatchObject({ status: 200, body: { name: 'Rp 1 – “QRIS”' } });
    expect(await readResponse(new Response(null))).toMatchObject({ text: '', body: undefined });
  });

  it('stops reading an endless body after 4 MiB', async () => {
    let sent = 0;
    const cancel = jest.fn();
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        if (sent > 32) controller.close();
        else controller.enqueue(new Uint8Array(2 ** 20));
      },
      cancel,
    });
    await expect(readResponse(new Response(body))).rejects.toThrow('more than 4194304 bytes');
    expect(sent).toBeLessThan(10);
    expect(cancel).toHaveBeenCalledTimes(1);
  });
});
