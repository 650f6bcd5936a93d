import { texts } from '../lib/messages.js';

/** The admin area's frame and its dashboard section. */
export const adminTexts = texts({
  en: {
    area: 'Admin',
    userView: 'User View',
    signOut: 'Sign Out',
    loadFailed: 'Failed to load data',
    sections: {
      dashboard: 'Dashboard',
      monitoring: 'Realtime Monitoring',
      windows: 'Windows Versions',
      products: 'Products',
      users: 'Users',
      installs: 'Installs',
      payments: 'Payment Methods',
      telegram: 'Telegram',
      '2fa': 'Two-Factor',
      'security-dashboard': 'Security Dashboard',
      'security-alerts': 'Security Alerts',
      'security-blocked-ips': 'Blocked IPs',
      'security-recovery': 'Recovery',
      'security-rules': 'Detection Rules',
      'security-audit': 'Audit Log',
    },
    securityMonitoring: 'Security Monitoring',
    overview: {
      users: 'Users',
      installs: 'Installs',
      products: 'Products',
      methods: 'Payment methods',
      enabledOf: (enabled: number, all: number) => `${enabled} of ${all} enabled`,
      versions: (available: number, all: number) => `${available} of ${all} versions available`,
      latestInstalls: 'Latest installs',
      viewAll: 'View All',
      twoFactorOff: 'Two-factor authentication is off.',
      twoFactorOffHelp: 'A second step keeps a stolen password from opening this area.',
      setUp: 'Set Up 2FA',
    },
  },
});
