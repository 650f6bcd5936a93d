import { v7 } from 'uuid';
import { z } from 'zod';

/** A UUIDv7: sorts by time of making, so indexes stay compact and lists newest-last by id. */
export const newId = (): string => v7();

/** Whether a text can be an id at all: PostgreSQL throws when it compares a uuid with anything else. */
export const isId = (text: string): boolean => z.uuid().safeParse(text).success;

/** When an id was made: a UUIDv7 begins with its milliseconds. */
export const madeAt = (id: string): Date =>
  new Date(Number.parseInt(id.replace(/-/g, '').slice(0, 12), 16));
