import { loadConfig } from '@casement/common/config/load-config.js';
import { createDataSource } from '@casement/common/database/data-source.js';
import { withoutTimeouts } from '@casement/common/database/timeouts.js';
import { BillingConfig } from '../config.js';
import { brokenPromises, promises } from './promises.js';

export interface Verdict {
  text: string;
  isRight: boolean;
}

/**
 * Proves every balance against the ledger, at one moment, while billing goes on. Changes nothing.
 *
 * @param env with DATABASE_URL
 */
export async function verifyBooks(env: NodeJS.ProcessEnv): Promise<Verdict> {
  const { DATABASE_URL: url } = loadConfig(BillingConfig, env);
  const source = await createDataSource({ url, applicationName: 'verify' }).initialize();
  try {
    return await source.transaction('REPEATABLE READ', async (tx) => {
      await tx.query('SET TRANSACTION READ ONLY');
      await withoutTimeouts(tx);
      const broken = await brokenPromises((sql) => tx.query(sql));
      const names = Object.keys(broken);
      if (names.length > 0) {
        const findings = JSON.stringify(broken, undefined, 2);
        return { text: `The books are broken: ${names.join('; ')}.\n${findings}`, isRight: false };
      }
      const [{ balances, entries }] = await tx.query<{ balances: string; entries: string }[]>(
        `SELECT (SELECT count(*) FROM balance) AS balances, (SELECT count(*) FROM ledger_entry) AS entries`,
      );
      const what = Object.keys(promises).map((name) => `- ${name}`);
      const text = `The books are right: ${balances} balances, ${entries} ledger entries.\n${what.join('\n')}`;
      return { text, isRight: true };
    });
  } finally {
    await source.destroy();
  }
}
