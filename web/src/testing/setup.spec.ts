import { http } from 'msw';
import { never } from './answers.js';
import { server } from './server.js';

const ASKED = '/api/user/profile';

/** Asks what is not answered; the way to give up, and what came of it. */
function ask() {
  server.use(http.get(ASKED, () => never()));
  const gaveUp = new AbortController();
  const heard = jest.fn();
  const settled = fetch(ASKED, { signal: gaveUp.signal }).then(heard, heard);
  return { giveUp: () => gaveUp.abort(), heard, settled };
}

describe('a request that a test leaves under way', () => {
  let left: ReturnType<typeof ask>;

  it('is heard of while the test lasts', async () => {
    left = ask();
    const another = ask();
    another.giveUp();
    await another.settled;
    expect(another.heard).toHaveBeenCalledTimes(1);
  });

  it('is not heard of in the next one', async () => {
    left.giveUp();
    const another = ask();
    another.giveUp();
    await another.settled;
    expect(left.heard).not.toHaveBeenCalled();
  });
});
