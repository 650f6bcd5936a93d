import { callBinance } from './binance.http.js';

const rows = { code: '000000', message: 'success', success: true, data: [] };

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(text, { status, headers }));
  return callBinance('http://binance.example/?signature=1', 'key', 1_000);
}

describe(callBinance, () => {
  afterEach(() => jest.restoreAllMocks());

  it('takes a whole, successful answer', async () => {
    expect(await answer(200, rows)).toEqual({ kind: 'ok', rows: [] });
  });

  it.each([
    ['429 with its end', 429, {}, { 'retry-after': '7' }, 7],
    ['429 without an end', 429, {}, {}, 60],
    ['429 with nonsense for an end', 429, {}, { 'retry-after': 'soon' }, 60],
    ['a ban with its end', 418, {}, { 'retry-after': '900' }, 900],
    ['a ban without an end', 418, '', {}, 600],
    ['a ban without measure', 418, {}, { 'retry-after': '99999999' }, 259_200],
    ['-1003 behind another status', 400, { code: -1003, msg: '' }, {}, 60],
  ])('waits after %s', async (_name, status, body, headers, retryAfterSeconds) => {
    expect(await answer(status, body, headers)).toEqual({ kind: 'limited', retryAfterSeconds });
  });

  it('learns the time from a refused one', async () => {
    const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
    const body = { code: -1021, msg: '' };
    expect(await answer(400, body, { date })).toEqual({
      kind: 'clock',
      serverTime: Date.parse(date),
    });
    expect(await answer(400, body)).toEqual({ kind: 'clock', serverTime: null });
  });

  it.each([-1022, -2014, -2015])('is refused with %i', async (code) => {
    expect(await answer(400, { code, msg: 'No' })).toEqual({
      kind: 'refused',
      code,
      message: 'No',
    });
  });

  it.each([
    ['a broken server with any body', 500, rows],
    ['a broken server that names a refusal', 503, { code: -2015, msg: '' }],
    ['a page instead of an answer', 200, '<html>'],
    ['an answer that is cut off', 200, '{"code":"000000","success":true,"data":['],
    ['an answer without success', 200, { ...rows, success: false }],
    ['another code', 200, { ...rows, code: '000002' }],
    ['rows behind an error status', 404, rows],
  ])('knows nothing after %s', async (_name, status, body) => {
    expect(await answer(status, body)).toMatchObject({ kind: 'unknown' });
  });

  it('returns unknown without an answer', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
    expect(await callBinance('http://binance.example/', 'key', 1_000)).toMatchObject({
      kind: 'unknown',
    });
  });
});
