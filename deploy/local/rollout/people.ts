// Who puts the load on: customers, administrators, and one who watches the installs.
import { Person } from './person.mjs';

const CUSTOMERS = 5;

export async function gatherPeople(product, record) {
  const person = (n) => new Person(product, record, `198.51.100.${n}`);
  const customers = Array.from({ length: CUSTOMERS }, (_, n) => person(n + 1));
  for (const one of customers) await one.register();
  const administrators = [person(100)];
  const listeners = [person(101)];
  for (const one of [...administrators, ...listeners]) await one.signInAsAdministrator();
  return { customers, administrators, listeners };
}
