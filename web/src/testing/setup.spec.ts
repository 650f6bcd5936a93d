import { http } from 'msw';
import { never } from './responses.js';
import { server } from './server.js';

const REQUEST_PATH = '/api/user/profile';

/** Sends an unanswered request. Returns functions to abort it and to observe its outcome. */
function ask() {
  server.use(http.get(REQUEST_PATH, () => never()));
  const gaveUp = new AbortController();
  const heard = jest.fn();
  const settled = fetch(REQUEST_PATH, { signal: gaveUp.signal }).then(heard, heard);
  return { giveUp: () => gaveUp.abort(), heard, settled };
}

describe('request left pending by a test', () => {
  let left: ReturnType<typeof ask>;

  it('settles during the test', async () => {
    left = ask();
    const another = ask();
    another.giveUp();
    await another.settled;
    expect(another.heard).toHaveBeenCalledTimes(1);
  });

  it('does not settle in the next test', async () => {
    left.giveUp();
    const another = ask();
    another.giveUp();
    await another.settled;
    expect(left.heard).not.toHaveBeenCalled();
  });
});
