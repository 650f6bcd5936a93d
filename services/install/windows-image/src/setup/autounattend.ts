import { answerFile, component, elements, locales } from './answer-file.js';
import type { Firmware } from '../build/disk-layout.js';
import type { Edition } from '../build/wim.js';

interface Partition {
  /** Size in MiB. Defaults to the rest of the disk. */
  size?: number;
  type: 'EFI' | 'MSR' | 'Primary';
  format?: 'FAT32' | 'NTFS';
  label?: string;
  active?: boolean;
}

/** C: is last, without a recovery partition after it. */
const PARTITIONS: Record<Firmware, Partition[]> = {
  uefi: [
    { size: 260, type: 'EFI', format: 'FAT32', label: 'System' },
    { size: 16, type: 'MSR' },
    { type: 'Primary', format: 'NTFS', label: 'Windows' },
  ],
  bios: [
    { size: 500, type: 'Primary', format: 'NTFS', label: 'System Reserved', active: true },
    { type: 'Primary', format: 'NTFS', label: 'Windows' },
  ],
};

/** Finds the answer medium by its content because its drive letter is unknown. */
const PREPARE =
  'cmd /c for %d in (D E F G H I) do if exist %d:\\prepare.ps1 powershell -NoProfile -ExecutionPolicy Bypass -File %d:\\prepare.ps1';

/**
 * Returns the answer file for an unattended image build: partitions the only disk, installs the edition, enters audit
 * mode (built-in administrator, no password), runs `prepare.ps1`, generalizes and shuts down.
 *
 * Contains no product key. Drivers come from `$WinPEDriver$` on its medium.
 */
export function autounattend({ index, defaultLanguage }: Edition, firmware: Firmware): string {
  return answerFile({
    windowsPE: [
      component(
        'Microsoft-Windows-International-Core-WinPE',
        `      <SetupUILanguage>
        <UILanguage>${defaultLanguage}</UILanguage>
      </SetupUILanguage>
${locales(defaultLanguage)}`,
      ),
      component('Microsoft-Windows-Setup', setup(index, PARTITIONS[firmware])),
    ],
    oobeSystem: [
      component(
        'Microsoft-Windows-Deployment',
        '      <Reseal>\n        <Mode>Audit</Mode>\n        <ForceShutdownNow>false</ForceShutdownNow>\n      </Reseal>',
      ),
    ],
    auditUser: [
      component(
        'Microsoft-Windows-Deployment',
        `      <RunSynchronous>
        <RunSynchronousCommand wcm:action="add">
${elements({ Order: 1, Path: PREPARE, Description: 'Prepare the image' })}
        </RunSynchronousCommand>
      </RunSynchronous>
      <Generalize>
        <Mode>OOBE</Mode>
        <ForceShutdownNow>true</ForceShutdownNow>
      </Generalize>`,
      ),
    ],
  });
}

function setup(edition: number, partitions: Partition[]): string {
  return `      <DiskConfiguration>
        <WillShowUI>OnError</WillShowUI>
        <Disk wcm:action="add">
          <DiskID>0</DiskID>
          <WillWipeDisk>true</WillWipeDisk>
          <CreatePartitions>
${partitions.map(created).join('\n')}
          </CreatePartitions>
          <ModifyPartitions>
${partitions.map(modified).join('\n')}
          </ModifyPartitions>
        </Disk>
      </DiskConfiguration>
      <ImageInstall>
        <OSImage>
          <InstallFrom>
            <MetaData wcm:action="add">
${elements({ Key: '/IMAGE/INDEX', Value: edition })}
            </MetaData>
          </InstallFrom>
          <InstallTo>
${elements({ DiskID: 0, PartitionID: partitions.length })}
          </InstallTo>
          <WillShowUI>OnError</WillShowUI>
        </OSImage>
      </ImageInstall>
      <UserData>
        <AcceptEula>true</AcceptEula>
      </UserData>`;
}

const created = ({ size, type }: Partition, at: number): string =>
  `            <CreatePartition wcm:action="add">
${elements({ Order: at + 1, Type: type, ...(size ? { Size: size } : { Extend: true }) })}
            </CreatePartition>`;

function modified({ format, label, active }: Partition, at: number): string {
  const values = {
    Order: at + 1,
    PartitionID: at + 1,
    ...(active && { Active: true }),
    ...(format && { Format: format }),
    ...(label && { Label: label }),
  };
  return `            <ModifyPartition wcm:action="add">
${elements(values)}
            </ModifyPartition>`;
}
