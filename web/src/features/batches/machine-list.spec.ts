import { readMachines } from './machine-list.js';

const DEFAULTS = { win_ver: 'ws2022', passwd_rdp: 'Secret-1!' };
const requests = (text: string) =>
  readMachines(text, DEFAULTS, false).map(({ request }) => request);
const codes = (text: string, hasKey = false) =>
  readMachines(text, DEFAULTS, hasKey).map(({ problem }) => problem?.code ?? null);

describe(readMachines.name, () => {
  it('reads a machine per line in the default order and fills in omitted values', () => {
    expect(requests('8.8.9.1,root-1\n\n8.8.9.2,root-2,Own-pass-1,win11,2222,ubuntu\n')).toEqual([
      { ip: '8.8.9.1', passwd_vps: 'root-1', ...DEFAULTS },
      {
        ip: '8.8.9.2',
        passwd_vps: 'root-2',
        passwd_rdp: 'Own-pass-1',
        win_ver: 'win11',
        ssh_port: 2222,
        ssh_user: 'ubuntu',
      },
    ]);
  });

  it('reads the column order from a header line, with semicolons and quotes', () => {
    const text = 'win_ver;passwd_vps;IP\r\nwin11;"a;""b""";8.8.9.1\r\n';
    expect(requests(text)).toEqual([
      { ip: '8.8.9.1', passwd_vps: 'a;"b"', passwd_rdp: 'Secret-1!', win_ver: 'win11' },
    ]);
  });

  it('preserves spaces in a password', () => {
    expect(requests(' 8.8.9.1 , root 1 ')[0]).toMatchObject({
      ip: '8.8.9.1',
      passwd_vps: ' root 1 ',
    });
  });

  it('reports the same errors as the form, and duplicate machines', () => {
    expect(codes('8.8.9.1,a\nnone,a\n8.8.9.1,a\n8.8.9.2,\n8.8.9.3,a,,,x')).toEqual([
      null,
      'VPS_ADDRESS_INVALID',
      'BATCH_DUPLICATE',
      'VPS_PASSWORD_REQUIRED',
      'SSH_PORT',
    ]);
    expect(codes('8.8.9.2,', true)).toEqual([null]);
  });
});
