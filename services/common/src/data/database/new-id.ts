import { v7 } from 'uuid';
import { z } from 'zod';

/** Returns a UUIDv7. It sorts by creation time, so that index inserts stay local and ids can be used for ordering. */
export const newId = (): string => v7();

/** Returns whether the text is a valid UUID. PostgreSQL throws when comparing a uuid with other text. */
export const isId = (text: string): boolean => z.uuid().safeParse(text).success;

/** Returns the creation time of an id. A UUIDv7 starts with its milliseconds. */
export const creationTimeOf = (id: string): Date =>
  new Date(Number.parseInt(id.replace(/-/g, '').slice(0, 12), 16));

/** Returns the lowest id that can be created at this time. Lower ids are older. */
export const lowestIdAt = (at: Date): string => {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};
