import { BuildRefused } from './build-refused.js';
import type { Inf } from './inf.js';

export interface WindowsTarget {
  /** Name used by wimlib: x86_64, x86, ARM64. */
  architecture: string;
  major: number;
  minor: number;
  build: number;
  isServer: boolean;
}

interface Decoration {
  section: string;
  architecture: string;
  major: number;
  minor: number;
  product: number | null;
  build: number;
}

const SERVER = 3;
const WORKSTATION = 1;
const ARCHITECTURES: Record<string, string> = {
  amd64: 'x64',
  x86: 'x86',
  arm64: 'ARM64',
  ia64: 'Itanium',
  arm: 'ARM',
};

/**
 * Returns the device section for the newest matching Windows, as Windows chooses it. Decorations are
 * `NT[architecture][.major[.minor[.product[.suite[.build]]]]]`; each part may be empty.
 *
 * https://learn.microsoft.com/windows-hardware/drivers/install/inf-manufacturer-section
 * @throws BuildRefused naming the architecture or version of the INF
 */
export function modelsSection(inf: Inf, target: WindowsTarget): string {
  const all = inf
    .section('Manufacturer')
    .flatMap(({ values: [models = '', ...targets] }) =>
      targets.length === 0
        ? [decorationOf(models, '')]
        : targets.map((decoration) => decorationOf(models, decoration)),
    );
  const ours = all.filter(({ architecture }) => architecture === 'amd64');
  if (ours.length === 0) {
    const found = new Set(all.map(({ architecture }) => ARCHITECTURES[architecture] ?? 'x86'));
    throw new BuildRefused(
      `${inf.name} is a driver for ${[...found].join(', ') || 'no Windows that we know'}; this image needs one for x64.`,
    );
  }
  const fitting = ours
    .filter((one) => isAtMost(one, target))
    .filter(({ product }) => product === null || product === productOf(target))
    .sort(byVersion);
  const best = fitting.at(-1);
  if (best) return best.section;
  const { major, minor, build } = [...ours].sort(byVersion)[0]!;
  throw new BuildRefused(
    `${inf.name} needs Windows ${major}.${minor}.${build} or an edition other than this image's, which is ` +
      `Windows ${target.major}.${target.minor}.${target.build}${target.isServer ? ' Server' : ''}.`,
  );
}

const productOf = ({ isServer }: WindowsTarget): number => (isServer ? SERVER : WORKSTATION);

function decorationOf(models: string, decoration: string): Decoration {
  const [platform = '', major, minor, product, , build] = decoration.split('.');
  return {
    section: decoration ? `${models}.${decoration}` : models,
    architecture: platform.replace(/^NT/i, '').toLowerCase(),
    major: Number(major || 0),
    minor: Number(minor || 0),
    product: product ? Number(product) : null,
    build: Number(build || 0),
  };
}

const order = ({ major, minor, build }: Omit<Decoration, 'section' | 'architecture' | 'product'>) =>
  (major * 1000 + minor) * 1_000_000 + build;
const byVersion = (a: Decoration, b: Decoration): number => order(a) - order(b);
const isAtMost = (one: Decoration, target: WindowsTarget): boolean => order(one) <= order(target);
