import { rowProblems } from './batches.js';

const aRow = (over: object = {}) => ({
  ip: '8.8.9.1',
  passwd_vps: 'root-pass',
  win_ver: 'ws2022',
  passwd_rdp: 'Secret-1!',
  ...over,
});

describe(rowProblems.name, () => {
  it("§5 applies the single-machine form's rules to each row", () => {
    const rows = [
      aRow(),
      aRow({ ip: '' }),
      aRow({ ip: '1.2.3' }),
      aRow({ ip: '8.8.9.2', passwd_vps: '' }),
      aRow({ ip: '8.8.9.3', win_ver: '' }),
      aRow({ ip: '8.8.9.4', passwd_rdp: '#abc' }),
      aRow({ ip: '8.8.9.5', ssh_port: 0 }),
      aRow({ ip: '8.8.9.6', ssh_user: 'a b' }),
    ];
    expect(rowProblems(rows, false).map((one) => one && [one.path, one.code])).toEqual([
      null,
      ['ip', 'VPS_ADDRESS_REQUIRED'],
      ['ip', 'VPS_ADDRESS_INVALID'],
      ['passwd_vps', 'VPS_PASSWORD_REQUIRED'],
      ['win_ver', 'WINDOWS_VERSION_REQUIRED'],
      ['passwd_rdp', 'RDP_PASSWORD_HASH'],
      ['ssh_port', 'SSH_PORT'],
      ['ssh_user', 'SSH_USER'],
    ]);
  });

  it('requires no VPS password if the batch has a key', () => {
    expect(rowProblems([aRow({ passwd_vps: '' })], true)).toEqual([null]);
  });

  it('rejects a repeated address and names the earlier row', () => {
    const [first, second, other] = rowProblems(
      [aRow(), aRow({ ip: ' 8.8.9.1 ' }), aRow({ ip: '8.8.9.2' })],
      false,
    );
    expect([first, other]).toEqual([null, null]);
    expect(second).toMatchObject({ path: 'ip', code: 'BATCH_DUPLICATE', row: 1 });
  });

  it('accepts an address again with another SSH port, and 22 is the default', () => {
    const ports = [undefined, 20_122, 20_222, 20_122, 22];
    const problems = rowProblems(
      ports.map((ssh_port) => aRow({ ssh_port })),
      false,
    );
    expect(problems.map((one) => one?.row ?? null)).toEqual([null, null, null, 2, 1]);
  });

  it('ignores the address of a row that was refused for another reason', () => {
    const problems = rowProblems([aRow({ passwd_rdp: 'abc' }), aRow()], false);
    expect(problems.map((one) => one?.code ?? null)).toEqual(['RDP_PASSWORD_TOO_SHORT', null]);
  });
});
