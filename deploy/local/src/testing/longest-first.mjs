import TestSequencer from '@jest/test-sequencer';

/**
 * The slowest medium specs, slowest first. Jest orders specs by cached durations and, on a fresh clone, by size,
 * which says little here. If one of these started last, it would keep one worker busy while the others wait.
 */
const LONGEST_SPECS = [
  'install/test/medium/crashes.spec.ts',
  'install/test/medium/many-installs.spec.ts',
  'billing/test/medium/books.spec.ts',
  'install/test/medium/cancelling.spec.ts',
  'install/test/medium/conversion.spec.ts',
  'install/test/medium/one-key.spec.ts',
  'telegram/test/medium/notices.spec.ts',
  'install/test/medium/images-build.spec.ts',
  'telegram/test/medium/bots.spec.ts',
  'telegram/test/medium/a-thousand-notices.spec.ts',
  'install/test/medium/checking-a-vps.spec.ts',
  'install/test/medium/no-secret-left.spec.ts',
  'billing/test/medium/callback-flood.spec.ts',
];

const rank = ({ path }) => {
  const index = LONGEST_SPECS.findIndex((end) => path.endsWith(end));
  return index === -1 ? LONGEST_SPECS.length : index;
};

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
