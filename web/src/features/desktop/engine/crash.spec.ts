import { watchForCrash } from './crash.js';

describe(watchForCrash, () => {
  const dispatchError = (error: Error) => window.dispatchEvent(new ErrorEvent('error', { error }));
  // An error event without a listener would fail the test.
  const heard = () => undefined;
  beforeEach(() => window.addEventListener('error', heard));
  afterEach(() => window.removeEventListener('error', heard));

  it('reports only crashes of the desktop client, and none after the watch has ended', () => {
    const crashed = jest.fn();
    const stop = watchForCrash(crashed);
    dispatchError(new TypeError('of the page'));
    expect(crashed).not.toHaveBeenCalled();
    dispatchError(new WebAssembly.RuntimeError('unreachable'));
    expect(crashed).toHaveBeenCalledTimes(1);
    stop();
    dispatchError(new WebAssembly.RuntimeError('unreachable'));
    expect(crashed).toHaveBeenCalledTimes(1);
  });
});
