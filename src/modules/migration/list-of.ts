import { objectsOf } from '../../domain/migration/json-fields';
import type { JsonObject } from '../../domain/text/json-value';
import { SourcePartError } from './migration-source.port';

/** Reads a list whose missing items are deleted here: another value must not pass for an empty one. @throws SourcePartError */
export function listOf(value: unknown, path: string): JsonObject[] {
  if (!Array.isArray(value)) throw new SourcePartError(`${path}: the response has no list`);
  return objectsOf(value);
}
