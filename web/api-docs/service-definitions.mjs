// Service definitions with public routes, read from compiled code.
import { join } from 'node:path';

const services = join(import.meta.dirname, '../../services');

export const definitions = await Promise.all(
  ['auth', 'billing', 'install', 'telegram', 'security'].map(async (name) => {
    const file = join(services, name, 'dist', `${name}.service-definition.js`);
    return (await import(file))[name];
  }),
);
