import type { Hive } from '../registry/hive.js';
import { binary, number, texts, type RegistryChanges } from '../registry/reg-file.js';
import { BuildRefused } from './build-refused.js';
import type { Recipe } from './recipe.js';

const PROFILES = ['DomainProfile', 'StandardProfile', 'PublicProfile'];

/** Returns the SYSTEM hive values of a recipe. */
export function systemChanges({ settings }: Recipe, controlSet: string): RegistryChanges {
  const control = `${controlSet}\\Control`;
  const firewall = `${controlSet}\\Services\\SharedAccess\\Parameters\\FirewallPolicy`;
  return {
    [`${control}\\CrashControl`]: { AutoReboot: number(1) },
    ...(!settings.hibernation && {
      [`${control}\\Power`]: { HibernateEnabled: number(0), HibernateEnabledDefault: number(0) },
      [`${control}\\Session Manager\\Power`]: { HiberbootEnabled: number(0) },
    }),
    ...(settings.remote_desktop && {
      [`${control}\\Terminal Server`]: { fDenyTSConnections: number(0) },
      [`${control}\\Terminal Server\\WinStations\\RDP-Tcp`]: {
        UserAuthentication: number(1),
        SecurityLayer: number(2),
      },
    }),
    ...(settings.automatic_page_file && {
      [`${control}\\Session Manager\\Memory Management`]: {
        PagingFiles: texts(['?:\\pagefile.sys']),
      },
    }),
    ...Object.fromEntries(
      PROFILES.map((profile) => [
        `${firewall}\\${profile}`,
        { EnableFirewall: number(settings.firewall ? 1 : 0) },
      ]),
    ),
  };
}

const ALL_USERS = 'Microsoft\\Windows\\CurrentVersion\\Appx\\AppxAllUserStore';

/**
 * Removes apps from the list for new users and adds them to the list that upgrades skip.
 *
 * The second list is documented:
 * https://learn.microsoft.com/windows/application-management/remove-provisioned-apps-during-update
 */
export function appChanges({ removed_apps }: Recipe, software: Hive): RegistryChanges {
  const wanted = new Set(removed_apps.map((family) => family.toLowerCase()));
  const provisioned = software.key(`${ALL_USERS}\\Applications`)?.children() ?? [];
  const removed = provisioned.filter(({ name }) => wanted.has(familyOf(name)));
  return Object.fromEntries([
    ...removed.map(({ name }) => [`${ALL_USERS}\\Applications\\${name}`, null] as const),
    ...removed_apps.map((family) => [`${ALL_USERS}\\Deprovisioned\\${family}`, {}] as const),
  ]);
}

/** Returns `Name_publisher` for the full name `Name_1.2.3.4_neutral_~_publisher`. */
const familyOf = (fullName: string): string => {
  const parts = fullName.split('_');
  return `${parts[0]}_${parts.at(-1)}`.toLowerCase();
};

const ACCOUNTS = 'SAM\\Domains\\Account';
/**
 * Offsets in the accounts' fixed data, `F` (LockoutDuration and others of MS-SAMR). Times are negative 100 ns units.
 */
const AT = { duration: 0x30, window: 0x38, properties: 0x4c, threshold: 0x54 };
const FIXED_BYTES = 0x58;
/** Property flag: the built-in Administrator is not exempt. */
const LOCKOUT_ADMINS = 8;
/** Same values as in every install (windows/lockout.ps1). */
export const LOCKOUT = { attempts: 10, minutes: 5 };

/**
 * Returns the SAM hive values of a recipe: an account lockout that is active before the install's scripts run.
 * @throws BuildRefused if the hive has another format
 */
export function accountChanges({ settings }: Recipe, sam: Hive): RegistryChanges {
  if (!settings.account_lockout) return {};
  const fixed = sam.key(ACCOUNTS)?.value('F');
  if (!fixed || fixed.data.length < FIXED_BYTES) {
    throw new BuildRefused('The edition’s registry hive SAM has no accounts of a known form.');
  }
  const data = Buffer.from(fixed.data);
  const time = BigInt(LOCKOUT.minutes * 60) * -10_000_000n;
  data.writeBigInt64LE(time, AT.duration);
  data.writeBigInt64LE(time, AT.window);
  data.writeUInt32LE(data.readUInt32LE(AT.properties) | LOCKOUT_ADMINS, AT.properties);
  data.writeUInt16LE(LOCKOUT.attempts, AT.threshold);
  return { [ACCOUNTS]: { F: { ...binary(data), type: fixed.type } } };
}

export const excludedPaths = ({ settings }: Recipe): string[] =>
  settings.recovery ? [] : ['/Windows/System32/Recovery/Winre.wim'];
