import { join } from 'node:path';
import type { InstallConfig } from './config.js';

export const imageFolder = (config: InstallConfig): string =>
  config.IMAGE_STORE_DIR || join(config.DATA_DIR, 'images');

export const toolkitFolder = (config: InstallConfig): string =>
  config.TOOLKIT_DIR || join(config.DATA_DIR, 'toolkit');
