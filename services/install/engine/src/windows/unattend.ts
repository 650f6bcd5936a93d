import { randomInt } from 'node:crypto';
import {
  answerFile,
  component,
  elements,
  locales,
} from '@casement/windows-image/setup/answer-file.js';

/** Named, because setup would wait on its page of regions for a person who is not there. Anyone may change it later. */
const LOCALE = 'en-US';

/**
 * The answer file that a generalised Windows reads at its first start, for Administrator's password.
 * @param password must satisfy Windows Server's default policy (see strongPassword), else setup fails there
 */
export function unattendXml(password: string): string {
  return answerFile({
    specialize: [component('Microsoft-Windows-Shell-Setup', elements({ ComputerName: '*' }))],
    oobeSystem: [
      component('Microsoft-Windows-International-Core', locales(LOCALE)),
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

/** How Windows System Image Manager hides a password: base64 of UTF-16LE, with the element's name behind it. */
export function encodeUnattendPassword(password: string): string {
  return Buffer.from(`${password}AdministratorPassword`, 'utf16le').toString('base64');
}

const LOWER = 'abcdefghijkmnopqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const SIGNS = '-_.,:+=';

/** 24 random characters of four kinds, which every default policy of Windows accepts. */
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
