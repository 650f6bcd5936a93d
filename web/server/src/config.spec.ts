import { readConfig } from './config.js';

describe(readConfig.name, () => {
  it('web server settings all have defaults', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      production: false,
      billingUrl: null,
      authUrl: null,
      public: { statusPageUrl: null, supportEmail: null, supportChatUrl: null },
    });
  });

  it('web server settings: the error names every invalid setting but no value', () => {
    const read = () =>
      readConfig({
        HTTP_PORT: '99999',
        SUPPORT_CHAT_URL: 'javascript:alert(1)',
        SUPPORT_EMAIL: '@',
        BILLING_URL: 'billing:3000',
      });
    expect(read).toThrow('HTTP_PORT, BILLING_URL, SUPPORT_EMAIL, SUPPORT_CHAT_URL');
    expect(read).not.toThrow(/alert/);
  });
});
