const MINUTE = 60;

/** Smaller images are assumed to be the lab's stand-in, which starts quickly. */
const SMALLEST_WINDOWS = 3 * 2 ** 30;

/**
 * Durations in seconds. The emulated first start of a real Windows has never been measured and is assumed to take ten
 * times as long.
 */
const PACE = {
  kvm: { linux: 2 * MINUTE, bytesPerSecond: 50e6, windows: 15 * MINUTE, standIn: MINUTE },
  // Measured with the lab's conversions on two idle processors.
  emulation: { linux: 3 * MINUTE, bytesPerSecond: 4e6, windows: 150 * MINUTE, standIn: MINUTE },
} as const;

/** Estimates the duration of a certification from the non-zero bytes of the image. */
export function expectedMinutes(accelerator: 'kvm' | 'emulation', dataBytes: number): number {
  const { linux, bytesPerSecond, windows, standIn } = PACE[accelerator];
  const start = dataBytes < SMALLEST_WINDOWS ? standIn : windows;
  return Math.ceil((linux + dataBytes / bytesPerSecond + start) / MINUTE);
}
