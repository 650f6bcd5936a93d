import type { ImageOrigin } from '@casement/windows-image/origins/origin-settings.js';

/** What is near no region, or not measured yet. */
export const NO_REGION = '';

type Placed = readonly Pick<ImageOrigin, 'name' | 'worker_region'>[];

/** SQL of an install: the name of the origin from which its VPS fetches quickest; NULL before the preflight has measured. */
export const NEAREST_ORIGIN = `engine_state #>> '{origins,order,0}'`;

/** Where an install's VPS is: the region of the origin that is nearest to it. */
export const regionOf = (origins: Placed, nearest: string | null): string =>
  origins.find(({ name }) => name === nearest)?.worker_region ?? NO_REGION;

/** Every region that an origin names, once. */
export const regionsOf = (origins: Placed): string[] => [
  ...new Set(origins.flatMap(({ worker_region }) => worker_region ?? [])),
];

/** The names of the origins near which others than this region's workers stand; none for a worker without a region. */
export const foreignOrigins = (origins: Placed, region: string): string[] =>
  region === NO_REGION
    ? []
    : origins
        .filter(({ worker_region }) => worker_region !== undefined && worker_region !== region)
        .map(({ name }) => name);
