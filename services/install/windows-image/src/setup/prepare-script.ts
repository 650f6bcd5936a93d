import { LOCKOUT } from '../build/settings.js';
import type { Recipe } from '../build/recipe.js';

/**
 * Services set to start at boot. The drivers of disks that Setup did not detect would otherwise be loaded too late.
 */
const BOOT_DRIVERS = ['viostor', 'vioscsi'];

/** Returns the script that applies the recipe in audit mode, before generalizing. Stored next to `$WinPEDriver$`. */
export function prepareScript({ settings, removed_apps }: Recipe): string {
  const terminal = 'HKLM:\\SYSTEM\\CurrentControlSet\\Control\\Terminal Server';
  const lines = [
    "$ErrorActionPreference = 'Stop'",
    'pnputil /add-driver "$PSScriptRoot\\*.inf" /subdirs /install',
    ...BOOT_DRIVERS.map(
      (name) =>
        `Set-ItemProperty 'HKLM:\\SYSTEM\\CurrentControlSet\\Services\\${name}' -Name Start -Value 0`,
    ),
    ...(settings.hibernation ? [] : ['powercfg /h off']),
    ...(settings.remote_desktop
      ? [
          `Set-ItemProperty '${terminal}' -Name fDenyTSConnections -Value 0`,
          `Set-ItemProperty '${terminal}\\WinStations\\RDP-Tcp' -Name UserAuthentication -Value 1`,
        ]
      : []),
    ...(settings.automatic_page_file
      ? [
          'Get-CimInstance Win32_ComputerSystem | Set-CimInstance -Property @{ AutomaticManagedPagefile = $true }',
        ]
      : []),
    ...(settings.recovery
      ? []
      : [
          'reagentc /disable',
          "Remove-Item 'C:\\Windows\\System32\\Recovery\\Winre.wim' -Force -ErrorAction Ignore",
        ]),
    `Set-NetFirewallProfile -All -Enabled ${settings.firewall ? 'True' : 'False'}`,
    ...(settings.account_lockout
      ? [
          `net accounts /lockoutthreshold:${LOCKOUT.attempts} /lockoutduration:${LOCKOUT.minutes} /lockoutwindow:${LOCKOUT.minutes}`,
        ]
      : []),
    ...removedApps(removed_apps),
    'Dism /Online /Cleanup-Image /StartComponentCleanup /ResetBase',
    'Optimize-Volume -DriveLetter C -ReTrim',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

/**
 * Also removes the apps from existing users because sysprep fails if a user has an app that is not provisioned for
 * new users.
 */
function removedApps(families: string[]): string[] {
  if (families.length === 0) return [];
  const list = families.map((family) => `'${family}'`).join(', ');
  return [
    `$families = @(${list})`,
    'Get-AppxPackage -AllUsers | Where-Object { $_.PackageFamilyName -in $families } | Remove-AppxPackage -AllUsers',
    'Get-AppxProvisionedPackage -Online | Where-Object { "$($_.DisplayName)_$($_.PublisherId)" -in $families } | Remove-AppxProvisionedPackage -Online',
  ];
}
