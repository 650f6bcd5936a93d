import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SimulatedVps, type Point } from '@casement/install/testing/simulated-vps.js';
import { showDesktop } from './desktop.js';

/** Addresses of the simulated VPSs. Only the demo's product may connect to this loopback network. */
export const MACHINES = {
  network: '127.30.0.0/16',
  port: 2222,
  rootPassword: 'Demo-Root-1',
};

/** 40 GB, so that every Windows version fits. */
const DISK = [
  'name=vda size=42949672960 sector=512 bus=virtio-blk ro=0 removable=0 serial=demo',
  `head=${'b'.repeat(64)} partitions=yes boot_code=yes modules=virtio_blk`,
].join(' ');

/** Milliseconds that each step of a live install takes, so that a visitor can watch it for about a minute. */
const PACE: Partial<Record<Point, number>> = {
  'unpack-tools': 3_000,
  'build-stage': 4_000,
  'check-in': 10_000,
  chunk: 2_500,
  verified: 6_000,
  restarting: 5_000,
  // Delays each connection. The service gives up after 8 s (PROBE_LIMITS), and asks twice before it signs in.
  rdp: 2_000,
};

export interface MachineOptions {
  /** Answers as fast as possible. */
  isFast?: boolean;
  /** Overrides of the facts that the check reads, by key. */
  facts?: Record<string, string>;
}

/** Simulated VPSs without machines: Linux over SSH, the RAM stage, then Windows' sign-in. */
export class Machines {
  private readonly running = new Map<string, SimulatedVps>();
  /** Another range per start, because installs of the previous run may not have ended. */
  private next = 250 * randomInt(200);
  private offered: string | null = null;

  /** @param chunks hashes of the image that the stage fetches */
  constructor(private readonly chunks: readonly string[]) {}

  /** Starts a VPS at the next address and returns the address. */
  async start({ isFast = false, facts = {} }: MachineOptions = {}): Promise<string> {
    const host = `127.30.${Math.floor(this.next / 250)}.${(this.next % 250) + 1}`;
    this.next += 1;
    const vps = new SimulatedVps({
      host,
      port: MACHINES.port,
      password: MACHINES.rootPassword,
      chunks: this.chunks,
      windows: { onSignedIn: showDesktop },
      onPoint: async (point) => {
        if (!isFast) await sleep(PACE[point] ?? 300, undefined, { ref: false });
      },
    });
    vps.linux.facts = { DISK, HOSTNAME: `vps-${this.running.size + 1}`, ...facts };
    await vps.start();
    this.running.set(host, vps);
    return host;
  }

  /** Returns a VPS that runs Linux and that no simulated customer uses, for a visitor. */
  async offer(): Promise<string> {
    if (!this.offered || this.running.get(this.offered)?.state !== 'linux') {
      this.offered = await this.start();
    }
    return this.offered;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.running.values()].map((vps) => vps.cutPower()));
  }
}
