import { defaultDataDir } from './paths.js';
import { readSettings } from './settings.js';

describe(readSettings.name, () => {
  it("uses the product's ports and folder by default", () => {
    expect(readSettings({})).toMatchObject({
      port: 8080,
      mailPort: 1080,
      sandboxPort: 8090,
      dataDir: defaultDataDir,
      publicUrl: 'http://localhost:8080',
      logLevel: 'info',
    });
  });

  it('treats an empty variable as not set', () => {
    expect(readSettings({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 8080, configured: {} });
  });

  it('derives the public address from the port', () => {
    expect(readSettings({ PORT: '9000' }).publicUrl).toBe('http://localhost:9000');
  });

  it.each(['0', '1.5', 'two', '5'])('rejects %s replicas', (REPLICAS) => {
    expect(() => readSettings({ REPLICAS })).toThrow('REPLICAS must be a number from 1 to 4.');
    expect(readSettings({ REPLICAS: '2' }).replicas).toBe(2);
    expect(readSettings({}).replicas).toBe(1);
  });

  it('names every invalid variable, but never its value', () => {
    const read = () => readSettings({ PORT: '0', MAIL_PORT: 'secret', PUBLIC_URL: 'nowhere' });
    expect(read).toThrow(
      'PORT must be a port number; MAIL_PORT must be a port number; PUBLIC_URL must be a URL.',
    );
  });
});
