import { traceIdOf } from './trace-id.js';

describe(traceIdOf, () => {
  it("returns the UUID itself, with or without the gateway's counter", () => {
    const uuid = '0199f3a2-7c1e-7d55-8a43-0242ac120002';
    expect(traceIdOf(uuid)).toBe('0199f3a27c1e7d558a430242ac120002');
    expect(traceIdOf(`${uuid}#7`)).toBe(traceIdOf(uuid));
  });

  it('returns the same sixteen bytes for the same non-UUID id', () => {
    expect(traceIdOf('127.0.0.1-1234')).toMatch(/^[0-9a-f]{32}$/);
    expect(traceIdOf('127.0.0.1-1234')).toBe(traceIdOf('127.0.0.1-1234'));
    expect(traceIdOf('127.0.0.1-1234')).not.toBe(traceIdOf('127.0.0.1-1235'));
  });
});
