import { readConfig } from './config.js';

describe(readConfig.name, () => {
  it('web server settings all have defaults', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      production: false,
      public: { statusPageUrl: null, supportEmail: null, supportChatUrl: null },
    });
  });

  it('web server settings: the error names every invalid setting but no value', () => {
    const read = () =>
      readConfig({
        HTTP_PORT: '99999',
        SUPPORT_CHAT_URL: 'javascript:alert(1)',
        SUPPORT_EMAIL: '@',
      });
    expect(read).toThrow('HTTP_PORT, SUPPORT_EMAIL, SUPPORT_CHAT_URL');
    expect(read).not.toThrow(/alert/);
  });
});
