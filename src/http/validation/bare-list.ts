import { applyDecorators, SetMetadata, type Type as Class } from '@nestjs/common';
import { Type } from 'class-transformer';
import { registerDecorator, ValidateNested } from 'class-validator';

const LIST_FIELD = 'list-field';

/** The body is a bare list, which the DTO holds, and errors tell of, under this name. */
export const BareList = (field: string) => SetMetadata(LIST_FIELD, field);

/** The name under which a DTO holds a body that is a bare list; undefined for all others. */
export function listFieldOf(dto: object | undefined): string | undefined {
  return dto === undefined ? undefined : (Reflect.getMetadata(LIST_FIELD, dto) as string | undefined);
}

/** A list of objects, each of them read and checked as `item` says. */
export const ListOf = (item: () => Class) =>
  applyDecorators(Type(item), ValidateNested({ each: true }), (target: object, property: string | symbol) =>
    registerDecorator({
      name: 'listOf',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => problemWith(value) === undefined,
        defaultMessage: (given) => problemWith(given?.value) ?? '',
      },
    }),
  );

function problemWith(value: unknown): string | undefined {
  if (!Array.isArray(value)) return `Expected a list of items but got type "${typeName(value)}".`;
  const isListOfObjects = value.every(
    (each) => typeof each === 'object' && each !== null && !Array.isArray(each),
  );
  return isListOfObjects ? undefined : 'Expected a list of objects.';
}

/** In the words that clients know (contract-assets 3.7). */
function typeName(value: unknown): string {
  return typeof value === 'object' ? 'dict' : typeof value === 'string' ? 'str' : typeof value;
}
