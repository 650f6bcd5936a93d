import { Collector, OUTPUT_LIMIT } from './collector.js';

const PROMPT = 'casement-sudo:';
const bytesOf = (text: string) => [...Buffer.from(text)].map((byte) => Buffer.from([byte]));

/** Feeds the collector like a channel, searching after each part. */
function collect(chunks: Buffer[], line = 'casement-begin') {
  const sut = new Collector();
  let hasStarted = false;
  for (const part of chunks) {
    sut.add(part);
    hasStarted ||= sut.dropUntil(line);
  }
  return { hasStarted, text: sut.text() };
}

describe(Collector.name, () => {
  const printed = 'welcome casement-casement-begin\ncasement-begin\n42\n';

  it('finds the start of our output at any packet boundary', () => {
    for (let cut = 0; cut <= printed.length; cut += 1) {
      const chunks = [printed.slice(0, cut), printed.slice(cut)].map((part) => Buffer.from(part));
      expect(collect(chunks)).toEqual({ hasStarted: true, text: 'casement-begin\n42\n' });
    }
    expect(collect(bytesOf(printed))).toEqual({ hasStarted: true, text: 'casement-begin\n42\n' });
  });

  it('matches no line that is longer or shorter than the marker', () => {
    const other = 'casement-begin-again\ncasement-begi\n';
    expect(collect(bytesOf(other))).toEqual({ hasStarted: false, text: other });
  });

  it('finds a line that had already arrived before the search', () => {
    const sut = new Collector();
    sut.add(Buffer.from('casement-begin-again\nrest'));
    expect(sut.dropUntil('casement-begin')).toBe(false);
    expect(sut.dropUntil('casement-begin-again')).toBe(true);
    expect(sut.text()).toBe('rest');
  });

  it('drops each prompt once at any packet boundary', () => {
    const asked = `warning\n${PROMPT}sorry\n${PROMPT}end`;
    for (let cut = 0; cut <= asked.length; cut += 1) {
      const sut = new Collector();
      sut.add(Buffer.from(asked.slice(0, cut)));
      const before = [sut.drop(PROMPT), sut.drop(PROMPT)];
      sut.add(Buffer.from(asked.slice(cut)));
      const after = [sut.drop(PROMPT), sut.drop(PROMPT)];
      expect([...before, ...after].filter(Boolean)).toHaveLength(2);
      expect(sut.text()).toBe('warning\nsorry\nend');
    }
  });

  it('keeps output up to its limit and reports the excess', () => {
    const sut = new Collector();
    expect(sut.add(Buffer.alloc(OUTPUT_LIMIT - 1, 'x'))).toBe(true);
    expect(sut.add(Buffer.from('yz'))).toBe(false);
    expect(sut.add(Buffer.from('y'))).toBe(true);
    expect(sut.text()).toHaveLength(OUTPUT_LIMIT);
    expect(sut.text().endsWith('xy')).toBe(true);
  });

  it('has constant cost per byte, however small the packets are', () => {
    let worked = 0;
    const spies = [
      count(Buffer, 'concat', ([chunks]) => sum(chunks as Buffer[])),
      count(Buffer.prototype, 'copy', (_, part) => part.length),
      count(Buffer.prototype, 'indexOf', (_, part) => part.length),
    ];
    function count<T extends object>(
      of: T,
      name: keyof T,
      bytes: (args: unknown[], self: Buffer) => number,
    ) {
      const original = of[name] as (...args: unknown[]) => unknown;
      return jest.spyOn(of, name as never).mockImplementation(function (
        this: Buffer,
        ...args: unknown[]
      ) {
        worked += bytes(args, this);
        return original.apply(this, args);
      } as never);
    }
    const sum = (chunks: Buffer[]) => chunks.reduce((bytes, { length }) => bytes + length, 0);
    const chunks = bytesOf('x'.repeat(20_000));
    worked = 0;
    const { text } = collect(chunks);
    spies.forEach((spy) => spy.mockRestore());
    expect(text).toBe('x'.repeat(20_000));
    expect(worked).toBeLessThan(20_000 * 50);
  });
});
