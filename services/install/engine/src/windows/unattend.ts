import { randomInt } from 'node:crypto';
import {
  answerFile,
  component,
  elements,
  locales,
} from '@casement/windows-image/setup/answer-file.js';

interface UnattendOptions {
  /** See answerFileName. */
  computerName?: string | undefined;
  /** Whether a command of the specialize pass resets the boot guard. */
  guard?: boolean | undefined;
  /** Installed in the image. Without it, Setup would wait for input on its region page. Can be changed later. */
  language?: string | undefined;
}

/**
 * Builds the answer file for the first start of a generalized Windows, with Administrator's password.
 * @param password must satisfy Windows Server's default policy (see strongPassword), otherwise setup fails
 */
export function unattendXml(
  password: string,
  { computerName = '*', guard = false, language = 'en-US' }: UnattendOptions = {},
): string {
  return answerFile({
    specialize: [
      component('Microsoft-Windows-Shell-Setup', elements({ ComputerName: computerName })),
      ...(guard ? [component('Microsoft-Windows-Deployment', RESET_GUARD)] : []),
    ],
    oobeSystem: [
      component('Microsoft-Windows-International-Core', locales(language)),
      component(
        'Microsoft-Windows-Shell-Setup',
        `      <OOBE>
        <HideEULAPage>true</HideEULAPage>
        <HideLocalAccountScreen>true</HideLocalAccountScreen>
        <HideOEMRegistrationScreen>true</HideOEMRegistrationScreen>
        <HideOnlineAccountScreens>true</HideOnlineAccountScreens>
        <HideWirelessSetupInOOBE>true</HideWirelessSetupInOOBE>
        <ProtectYourPC>3</ProtectYourPC>
      </OOBE>
      <UserAccounts>
        <AdministratorPassword>
          <Value>${encodeUnattendPassword(password)}</Value>
          <PlainText>false</PlainText>
        </AdministratorPassword>
      </UserAccounts>`,
      ),
    ],
  });
}

/** Always succeeds, because a failing command would stop setup. */
const RESET_GUARD = `      <RunSynchronous>
        <RunSynchronousCommand wcm:action="add">
          <Order>1</Order>
          <Path>cmd.exe /c powershell.exe -NoLogo -NoProfile -NonInteractive -ExecutionPolicy Bypass -File %SystemRoot%\\Setup\\Scripts\\casement\\guard.ps1 reset &amp; exit /b 0</Path>
        </RunSynchronousCommand>
      </RunSynchronous>`;

/** Implements Windows System Image Manager's encoding: base64 of UTF-16LE with the element's name appended. */
export function encodeUnattendPassword(password: string): string {
  return Buffer.from(`${password}AdministratorPassword`, 'utf16le').toString('base64');
}

const LOWER = 'abcdefghijkmnopqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const SIGNS = '-_.,:+=';

/** Returns 24 random characters of four kinds, which every default policy of Windows accepts. */
export function strongPassword(): string {
  const pick = (from: string) => from[randomInt(from.length)];
  const all = LOWER + UPPER + DIGITS + SIGNS;
  const picked = [LOWER, UPPER, DIGITS, SIGNS].map(pick);
  while (picked.length < 24) picked.push(pick(all));
  for (let i = picked.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [picked[i], picked[j]] = [picked[j], picked[i]];
  }
  return picked.join('');
}
