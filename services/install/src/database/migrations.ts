import { StartInstall1763710000000 } from './migrations/1763710000000-start-install.js';
import { RdpPasswordDue1797100000000 } from './migrations/1797100000000-rdp-password-due.js';
import { ImageBuilds1797490000001 } from './migrations/1797490000001-image-builds.js';
import { ImageFirmware1797500000000 } from './migrations/1797500000000-image-firmware.js';
import { ImageUploads1797490000000 } from './migrations/1797490000000-image-uploads.js';
import { ImageCopies1797520000000 } from './migrations/1797520000000-image-copies.js';
import { Batches1797450000000 } from './migrations/1797450000000-batches.js';
import { FetchedBytesAndCheckClient1797200000000 } from './migrations/1797200000000-fetched-bytes-and-check-client.js';
import { RdpProof1797320000000 } from './migrations/1797320000000-rdp-proof.js';
import { SortByStatus1797361000001 } from './migrations/1797361000001-sort-by-status.js';
import { SshAccount1797400000000 } from './migrations/1797400000000-ssh-account.js';
import { WebhookListeners1797470000000 } from './migrations/1797470000000-webhook-listeners.js';
import { ImageCertifications1797510000000 } from './migrations/1797510000000-image-certifications.js';
import { Turns1797560000000 } from './migrations/1797560000000-turns.js';
import { DesktopSessions1797570000000 } from './migrations/1797570000000-desktop-sessions.js';
import { MachineLabels1797590000000 } from './migrations/1797590000000-machine-labels.js';
import { ProcessorRequirement1797580000000 } from './migrations/1797580000000-processor-requirement.js';
import { WindowsOptions1797600000000 } from './migrations/1797600000000-windows-options.js';
import { RdpPorts1797610000000 } from './migrations/1797610000000-rdp-ports.js';
import { BootGuard1797620000000 } from './migrations/1797620000000-boot-guard.js';
import { AccessRevocations1797630000000 } from './migrations/1797630000000-access-revocations.js';
import { ProductKey1797640000000 } from './migrations/1797640000000-product-key.js';
import { Scripts1797657000000 } from './migrations/1797657000000-scripts.js';
import { BatchPauseReason1797660000000 } from './migrations/1797660000000-batch-pause-reason.js';
import { PasswordResets1797900000000 } from './migrations/1797900000000-password-resets.js';
import { BatchWindowsOptions1797910000000 } from './migrations/1797910000000-batch-windows-options.js';
import { LinuxImages1797880000000 } from './migrations/1797880000000-linux-images.js';
import { Webhooks1797430000000 } from './migrations/1797430000000-webhooks.js';

export const installMigrations = [
  StartInstall1763710000000,
  RdpPasswordDue1797100000000,
  FetchedBytesAndCheckClient1797200000000,
  RdpProof1797320000000,
  SortByStatus1797361000001,
  SshAccount1797400000000,
  Webhooks1797430000000,
  Batches1797450000000,
  WebhookListeners1797470000000,
  ImageUploads1797490000000,
  ImageBuilds1797490000001,
  ImageFirmware1797500000000,
  ImageCertifications1797510000000,
  ImageCopies1797520000000,
  Turns1797560000000,
  DesktopSessions1797570000000,
  ProcessorRequirement1797580000000,
  MachineLabels1797590000000,
  WindowsOptions1797600000000,
  RdpPorts1797610000000,
  BootGuard1797620000000,
  AccessRevocations1797630000000,
  ProductKey1797640000000,
  Scripts1797657000000,
  BatchPauseReason1797660000000,
  LinuxImages1797880000000,
  PasswordResets1797900000000,
  BatchWindowsOptions1797910000000,
];
