interface FileReader {
  list(folder: string): Promise<{ name: string }[]>;
  readFile(path: string, limit: number): Promise<Buffer | null>;
}

const STORE = 'Windows/System32/DriverStore/FileRepository';
const PACKAGE = /^(viostor|vioscsi)\.inf_amd64_/i;
const MAX_INF_BYTES = 2 ** 20;

/**
 * Releases of virtio-win (0.1.x) whose disk drivers hang under load ("Reset to device, \\Device\\RaidPort0, was
 * issued"): reported from 0.1.215 on, fixed after 0.1.262 by
 * https://github.com/virtio-win/kvm-guest-drivers-windows/pull/1150, /pull/1162 and /pull/1174 (October and November
 * 2024). Reports: https://github.com/virtio-win/kvm-guest-drivers-windows/issues/756
 */
export const HANGS = { first: 215, fixed: 266 };

/**
 * Returns the older of the virtio-win releases from which Windows would use viostor and vioscsi (262 for 0.1.262);
 * `null` if the image has no driver package.
 * @param folders further folders with INFs
 */
export async function diskDriverRelease(
  volume: FileReader,
  ...folders: string[]
): Promise<number | null> {
  const stored = (await volume.list(STORE)).filter(({ name }) => PACKAGE.test(name));
  const places = [...folders, ...stored.map(({ name }) => `${STORE}/${name}`)];
  const newest = [];
  for (const inf of ['viostor.inf', 'vioscsi.inf']) {
    const found = [0];
    for (const place of places) {
      const bytes = await volume.readFile(`${place}/${inf}`, MAX_INF_BYTES);
      if (bytes) found.push(releaseOf(bytes));
    }
    // Windows takes the newest of several packages.
    newest.push(Math.max(...found));
  }
  const known = newest.filter((release) => release > 0);
  return known.length > 0 ? Math.min(...known) : null;
}

/** Returns 262 for release 0.1.262, whose DriverVer is `100.95.104.26200`; 0 if the INF states no version. */
function releaseOf(inf: Buffer): number {
  const text = inf.toString(inf[0] === 0xff && inf[1] === 0xfe ? 'utf16le' : 'latin1');
  const last = /^\s*DriverVer\s*=.*?,\s*\d+\.\d+\.\d+\.(\d+)/im.exec(text)?.[1] ?? '0';
  return Math.floor(Number(last) / 100);
}
