import type { OpenAPIObject } from '@nestjs/swagger';

/** One verb on one path of the description. */
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Every operation of a description, by the route that it describes: `GET /api/v2/assets/{uid}`. */
export function operationsOf({ paths }: OpenAPIObject): ReadonlyMap<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Operation>).map(
        ([verb, operation]) => [`${verb.toUpperCase()} ${path}`, operation] as const,
      ),
    ),
  );
}
