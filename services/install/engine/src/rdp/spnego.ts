import { element, field, octets, readFields, readOne, sequence, TAG } from './der.js';
import { RdpProtocolError } from './protocol-error.js';

/** SPNEGO (RFC 4178, MS-SPNG) with NTLM (1.3.6.1.4.1.311.2.2.10) as the only mechanism. */

const SPNEGO_OID = element(TAG.oid, Buffer.from('2b0601050502', 'hex'));
const NTLM_OID = element(TAG.oid, Buffer.from('2b06010401823702020a', 'hex'));

/** Offered mechanisms. Both sides sign the list later, so it cannot be altered in transit. */
export const MECHANISMS = sequence(NTLM_OID);

const STATE = { incomplete: 1, reject: 2 } as const;

export const offer = (ntlm: Buffer): Buffer =>
  element(
    TAG.application,
    SPNEGO_OID,
    field(0, sequence(field(0, MECHANISMS), field(2, octets(ntlm)))),
  );

interface SpnegoAnswer {
  token: Buffer | null;
  /** mechListMIC. */
  listSignature: Buffer | null;
}

/** Encodes a NegTokenResp, which both sides send after the client's offer. */
export const answer = ({ token, listSignature }: SpnegoAnswer): Buffer =>
  element(
    TAG.context(1),
    sequence(
      field(0, element(TAG.enumerated, Buffer.from([STATE.incomplete]))),
      ...(token ? [field(2, octets(token))] : []),
      ...(listSignature ? [field(3, octets(listSignature))] : []),
    ),
  );

/** @throws RdpProtocolError if it is invalid or chooses another mechanism */
export function readAnswer(bytes: Buffer): SpnegoAnswer & { rejected: boolean } {
  const fields = readFields(readOne(bytes, TAG.context(1)));
  const chosen = fields.get(1);
  if (chosen && !chosen.equals(NTLM_OID)) throw new RdpProtocolError('another mechanism than NTLM');
  const state = fields.get(0);
  const octetsOf = (n: number) => {
    const content = fields.get(n);
    return content ? readOne(content, TAG.octetString) : null;
  };
  return {
    token: octetsOf(2),
    listSignature: octetsOf(3),
    rejected: state !== undefined && readOne(state, TAG.enumerated)[0] === STATE.reject,
  };
}
