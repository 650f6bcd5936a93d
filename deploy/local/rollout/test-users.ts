// Users that generate the load: customers, an administrator, and a listener to installs.
import { TestUser, type AddCall } from './test-user.js';
import type { Product } from './product.js';

const CUSTOMERS = 5;

export async function createTestUsers(product: Product, record: AddCall) {
  const person = (n: number) => new TestUser(product, record, `198.51.100.${n}`);
  const customers = Array.from({ length: CUSTOMERS }, (_, n) => person(n + 1));
  for (const one of customers) await one.register();
  const administrators = [person(100)];
  const listeners = [person(101)];
  for (const one of [...administrators, ...listeners]) await one.signInAsAdministrator();
  return { customers, administrators, listeners };
}
