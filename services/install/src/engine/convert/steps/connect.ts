import { withLinux, type Step } from '../context.js';

/** Signs in once, to tell a wrong address or password from everything that can come later. */
export const connect: Step = (context) =>
  withLinux(context, (linux) =>
    Promise.resolve({
      next: 'inspect',
      learned: { fingerprint: linux.fingerprint, linuxBootId: linux.bootId },
    }),
  );
