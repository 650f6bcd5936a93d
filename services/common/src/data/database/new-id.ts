import { v7 } from 'uuid';
import { z } from 'zod';

/** A UUIDv7: sorts by time of making, so indexes stay compact and lists newest-last by id. */
export const newId = (): string => v7();

/** Whether a text can be an id at all: PostgreSQL throws when it compares a uuid with anything else. */
export const isId = (text: string): boolean => z.uuid().safeParse(text).success;

/** When an id was made: a UUIDv7 begins with its milliseconds. */
export const madeAt = (id: string): Date =>
  new Date(Number.parseInt(id.replace(/-/g, '').slice(0, 12), 16));

/** The lowest id that can be made at this time: ids below it are older. */
export const lowestIdAt = (at: Date): string => {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};
