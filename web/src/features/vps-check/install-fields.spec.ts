import { NO_INSTALL, nextEmptyField, targetOf, toAddress } from './install-fields.js';

describe(toAddress.name, () => {
  it.each([
    ['203,0,113,24', '203.0.113.24'],
    ['203 0 113 24', '203.0.113.24'],
    ['  203.0.113.24 ', '203.0.113.24'],
    ['203, 0. 113 ,24', '203.0.113.24'],
    ['203,', '203.'],
    ['203..0', '203..0'],
    ['my vps', 'my.vps'],
  ])('converts %j to %j', (typed, address) => expect(toAddress(typed)).toBe(address));
});

describe(targetOf.name, () => {
  it.each([
    ['SSH_AUTH_FAILED', 'passwd_vps'],
    ['SSH_TIMEOUT', 'ip'],
    ['PROCESSOR_OTHER_VERSION', 'win_ver'],
    ['WRITE_FAILED', 'passwd_vps'],
  ])('after %s focuses %s', (code, field) => {
    const failure = { code, message: '', cure: '' };
    expect(targetOf({ ip: '203.0.113.24', win_ver: 'ws2022', failure }).field).toBe(field);
  });

  it('keeps an SSH port other than the default', () => {
    const install = { ip: '203.0.113.24', win_ver: 'ws2022', failure: null };
    expect(targetOf({ ...install, rdp_port: 20_122 })).toMatchObject({ ssh_port: 20_122 });
    expect(targetOf({ ...install, rdp_port: 22 })).not.toHaveProperty('ssh_port');
  });
});

describe(nextEmptyField.name, () => {
  const filled = { ...NO_INSTALL, ip: '203.0.113.24', win_ver: 'ws2022' };
  it.each([
    ['the root password', filled, 'passwd_vps'],
    ['the RDP password with a key', { ...filled, ssh_key: 'key' }, 'passwd_rdp'],
    ['nothing', { ...filled, passwd_vps: 'x', passwd_rdp: 'y' }, undefined],
  ])('is %s', (_, values, field) => expect(nextEmptyField(values)).toBe(field));
});
