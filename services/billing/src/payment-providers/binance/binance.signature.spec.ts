import { querySignature, signedQuery } from './binance.signature.js';

describe('signing for Binance', () => {
  it("signs as Binance's published sample does", () => {
    const secret = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
    const query =
      'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559';
    expect(querySignature(secret, query)).toBe(
      'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71',
    );
  });

  it('signs exactly what it sends, the signature last', () => {
    const signed = signedQuery('secret', { startTime: '1', limit: '100' });
    const [, query, signature] = /^(.*)&signature=([0-9a-f]{64})$/.exec(signed) ?? [];
    expect(query).toBe('startTime=1&limit=100');
    expect(signature).toBe(querySignature('secret', query));
  });
});
