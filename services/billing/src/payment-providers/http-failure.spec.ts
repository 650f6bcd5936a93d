import { describeFailure } from './http-failure.js';

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
