import { z } from 'zod';
import { RULES } from '../rules.js';
import { MAX_SCRIPT_SIZE } from './script-limits.js';

/** PowerShell script that Windows runs once after the sign-in was proven. */
export const scriptText = z
  .string(RULES.SCRIPT)
  .refine((text) => text.trim() !== '', RULES.SCRIPT)
  .refine((text) => new TextEncoder().encode(text).length <= MAX_SCRIPT_SIZE, RULES.SCRIPT);
