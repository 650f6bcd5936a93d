import { z } from 'zod';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { execute, row } from '@casement/common/data/database/sql.js';
import { withoutTimeouts } from '@casement/common/data/database/timeouts.js';
import { BillingConfig } from '../config.js';
import { brokenInvariants, invariants } from '../books/invariants.js';

const countRow = z.object({ balances: z.string(), entries: z.string() });

export interface Verdict {
  text: string;
  isCorrect: boolean;
}

/**
 * Checks every invariant in one read-only snapshot while billing is running.
 *
 * @param env with DATABASE_URL
 */
export async function verifyBooks(env: NodeJS.ProcessEnv): Promise<Verdict> {
  const { DATABASE_URL: url } = loadConfig(BillingConfig, env);
  const source = await createDataSource({ url, applicationName: 'verify' }).initialize();
  try {
    return await source.transaction('REPEATABLE READ', async (tx) => {
      await execute(tx, 'SET TRANSACTION READ ONLY');
      await withoutTimeouts(tx);
      const broken = await brokenInvariants((sql) => tx.query(sql));
      const names = Object.keys(broken);
      if (names.length > 0) {
        const findings = JSON.stringify(broken, undefined, 2);
        return {
          text: `The books are broken: ${names.join('; ')}.\n${findings}`,
          isCorrect: false,
        };
      }
      const counts = await row(
        tx,
        countRow,
        `SELECT (SELECT count(*) FROM balance) AS balances, (SELECT count(*) FROM ledger_entry) AS entries`,
      );
      const what = Object.keys(invariants).map((name) => `- ${name}`);
      const text = `The books are right: ${counts?.balances} balances, ${counts?.entries} ledger entries.\n${what.join('\n')}`;
      return { text, isCorrect: true };
    });
  } finally {
    await source.destroy();
  }
}
