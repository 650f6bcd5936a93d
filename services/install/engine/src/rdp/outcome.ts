import type { FailureValues } from '../failures/engine-error.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import { FIXED_VERSION } from './credssp.js';
import type { SignIn } from './sign-in.js';

export interface Outcome {
  proven: false;
  code: FailureCode;
  values: FailureValues;
  detail: string;
}

export type Verdict = { proven: true; certificateSha256: string } | Outcome;

type Meaning = [code: FailureCode, what?: string];

/** Meanings by NTSTATUS (MS-ERREF 2.3.1) or, for servers that pass it through, the SSPI code. */
const MEANINGS: Record<number, Meaning> = {
  0xc000006d: ['RDP_PASSWORD_REFUSED'], // LOGON_FAILURE
  0xc000006a: ['RDP_PASSWORD_REFUSED'], // WRONG_PASSWORD
  0xc0000064: ['RDP_PASSWORD_REFUSED'], // NO_SUCH_USER
  0x8009030c: ['RDP_PASSWORD_REFUSED'], // SEC_E_LOGON_DENIED
  0xc007052e: ['RDP_PASSWORD_REFUSED'], // ERROR_LOGON_FAILURE as an NTSTATUS
  0xc0000224: ['RDP_PASSWORD_CHANGE'], // PASSWORD_MUST_CHANGE
  0xc0000071: ['RDP_PASSWORD_CHANGE'], // PASSWORD_EXPIRED
  0xc0000234: ['RDP_ACCOUNT_LOCKED'], // ACCOUNT_LOCKED_OUT
  0xc0000072: ['RDP_ACCOUNT_RESTRICTED', 'the account is disabled'], // ACCOUNT_DISABLED
  0xc0000193: ['RDP_ACCOUNT_RESTRICTED', 'the account has expired'], // ACCOUNT_EXPIRED
  0xc000006e: ['RDP_ACCOUNT_RESTRICTED', 'a policy restricts the account'], // ACCOUNT_RESTRICTION
  0xc000006f: ['RDP_ACCOUNT_RESTRICTED', 'signing in is not allowed at this hour'], // INVALID_LOGON_HOURS
  0xc0000070: ['RDP_ACCOUNT_RESTRICTED', 'signing in from another computer is not allowed'], // INVALID_WORKSTATION
  0xc000015b: ['RDP_ACCOUNT_RESTRICTED', 'signing in over the network is not allowed'], // LOGON_TYPE_NOT_GRANTED
  0xc0000418: ['RDP_ACCOUNT_RESTRICTED', 'NTLM is disabled'], // NTLM_BLOCKED
};

/**
 * Codes that give no reason. FreeRDP 3 answers a wrong password with the most recent Win32 error (FACILITY_NTWIN32),
 * sspi-rs with SEC_E_MESSAGE_ALTERED. Both answer an unexpected message with another SSPI code.
 */
const isWithoutReason = (status: number): boolean =>
  status >>> 16 === 0xc007 || status >>> 16 === 0x8009;

/**
 * Maps the result of a sign-in to a verdict. `proven` means that Windows accepted the password in a way that current
 * clients accept.
 *
 * A server that closes the connection without a code may have rejected the password or lost the connection, so this
 * is never reported as a wrong password.
 */
export function verdictOf(result: SignIn, target: { account: string; port: number }): Verdict {
  const outcome = (code: FailureCode, detail: string, what = ''): Outcome => ({
    proven: false,
    code,
    detail,
    values: { ...target, what },
  });
  switch (result.kind) {
    case 'accepted':
      if (result.version >= FIXED_VERSION) {
        return { proven: true, certificateSha256: result.certificateSha256 };
      }
      return outcome('RDP_SERVER_OUTDATED', `CredSSP ${result.version}`);
    case 'refused': {
      const status = `0x${result.status.toString(16).toUpperCase().padStart(8, '0')}`;
      const unknown: Meaning = [
        isWithoutReason(result.status) ? 'RDP_SIGN_IN_LOST' : 'RDP_ACCOUNT_RESTRICTED',
      ];
      const [code, what = `it answered ${status}`] = MEANINGS[result.status] ?? unknown;
      return outcome(code, status, what);
    }
    case 'no-nla':
      return outcome('RDP_NLA_MISSING', 'NLA is not offered');
    case 'unproven':
      return outcome('RDP_NOT_PROVEN', result.detail);
    case 'lost':
      return outcome('RDP_SIGN_IN_LOST', result.detail);
    case 'unreachable':
      return outcome('RDP_UNREACHABLE', result.detail);
  }
}
