import { withLinux, type Step } from '../context.js';

/** Signs in once, so that a wrong address or password is distinct from any later failure. */
export const connect: Step = (context) =>
  withLinux(context, (linux) =>
    Promise.resolve({
      next: 'inspect',
      learned: { fingerprint: linux.fingerprint, linuxBootId: linux.bootId },
    }),
  );
