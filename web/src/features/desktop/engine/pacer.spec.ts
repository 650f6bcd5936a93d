import { Pacer } from './pacer.js';

describe(Pacer, () => {
  let hidden: boolean;
  let delivered: number[];
  let pacer: Pacer<number>;
  beforeEach(() => {
    jest.useFakeTimers();
    hidden = false;
    jest.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
    delivered = [];
    pacer = new Pacer((item) => delivered.push(item));
  });

  it('delivers messages while there is time', () => {
    pacer.take(1);
    jest.advanceTimersByTime(5);
    pacer.take(2);
    expect(delivered).toEqual([1, 2]);
  });

  it('holds messages in order until the browser has drawn a frame', () => {
    pacer.take(1);
    const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 100);
    pacer.take(2);
    pacer.take(3);
    expect(delivered).toEqual([1]);
    now.mockRestore();
    jest.advanceTimersByTime(100);
    expect(delivered).toEqual([1, 2, 3]);
    pacer.take(4);
    expect(delivered).toEqual([1, 2, 3, 4]);
  });

  it('holds no messages in a hidden tab, which is never drawn', () => {
    pacer.take(1);
    const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 100);
    pacer.take(2);
    hidden = true;
    document.dispatchEvent(new Event('visibilitychange'));
    jest.advanceTimersByTime(1);
    pacer.take(3);
    now.mockRestore();
    expect(delivered).toEqual([1, 2, 3]);
  });

  it('delivers all held messages at the end', () => {
    pacer.take(1);
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 100);
    pacer.take(2);
    pacer.take(3);
    pacer.flush();
    expect(delivered).toEqual([1, 2, 3]);
  });
});
