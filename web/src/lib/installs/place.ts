import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { addressText } from '@casement/proto/http/install/address-text.js';

export type Place = Pick<InstallRecord, 'ip' | 'rdp_port' | 'rdp' | 'label'>;

/** Address, with the port of remote desktop unless that is 22. */
export const addressOf = ({ ip, rdp_port, rdp }: Place): string =>
  addressText(ip, rdp?.port ?? rdp_port);

/** Address in a sentence, after the customer's label of the machine. */
export const placeOf = (install: Place): string =>
  install.label ? `${install.label} (${addressOf(install)})` : addressOf(install);
