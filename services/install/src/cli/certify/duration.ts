const MINUTE = 60;

/** Nothing smaller is a real Windows, whose first start takes its time. */
const SMALLEST_WINDOWS = 3 * 2 ** 30;

/** By KVM or emulated: seconds. Emulated, a first start of a real Windows was never measured: taken for ten times as long. */
const PACE = {
  kvm: { linux: 2 * MINUTE, bytesPerSecond: 50e6, windows: 15 * MINUTE, standIn: MINUTE },
  // What the lab's conversions took on two idle processors.
  emulation: { linux: 3 * MINUTE, bytesPerSecond: 4e6, windows: 150 * MINUTE, standIn: MINUTE },
} as const;

/** About how many minutes a certification takes, from the bytes of the image that are not zero. */
export function expectedMinutes(accelerator: 'kvm' | 'emulation', dataBytes: number): number {
  const { linux, bytesPerSecond, windows, standIn } = PACE[accelerator];
  const start = dataBytes < SMALLEST_WINDOWS ? standIn : windows;
  return Math.ceil((linux + dataBytes / bytesPerSecond + start) / MINUTE);
}
