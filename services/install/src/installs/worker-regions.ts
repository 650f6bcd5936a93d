import type { ImageOrigin } from '@casement/windows-image/origins/origin-settings.js';

/** Region of VPSs that are near no region or not measured yet. */
export const NO_REGION = '';

type RegionalOrigins = readonly Pick<ImageOrigin, 'name' | 'worker_region'>[];

/**
 * SQL expression on an install: name of the origin from which its VPS downloads fastest. NULL before the preflight
 * has measured it.
 */
export const NEAREST_ORIGIN = `engine_state #>> '{origins,order,0}'`;

/** Returns the region of the origin nearest to the install's VPS; NO_REGION if it has none. */
export const regionOf = (origins: RegionalOrigins, nearest: string | null): string =>
  origins.find(({ name }) => name === nearest)?.worker_region ?? NO_REGION;

export const regionsOf = (origins: RegionalOrigins): string[] => [
  ...new Set(origins.flatMap(({ worker_region }) => worker_region ?? [])),
];

/** Returns the names of the origins that belong to other regions. Empty for a worker without a region. */
export const otherRegionOrigins = (origins: RegionalOrigins, region: string): string[] =>
  region === NO_REGION
    ? []
    : origins
        .filter(({ worker_region }) => worker_region !== undefined && worker_region !== region)
        .map(({ name }) => name);
