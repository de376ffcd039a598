import {
  type ArgumentMetadata,
  Injectable,
  SetMetadata,
  ValidationPipe,
  type ValidationError,
} from '@nestjs/common';
import { type FieldErrors, InvalidError } from '../../domain/errors';
import { isJsonObject } from '../../domain/text/json-members';
import { resolveRepeatedFields } from '../body/incoming-body';
import { listFieldOf, repeatedFieldsOf } from './lists';

const KNOWN_MEMBERS = 'known-members';

/**
 * Refuses a body without any of these members, unless it is empty: for DTOs where an empty body has an effect of its own,
 * which a misspelt member must not have.
 */
export const NeedsKnownMember = (...names: readonly string[]) => SetMetadata(KNOWN_MEMBERS, names);

/**
 * Validates input as its DTO, or responds 400 with validation errors by field. Drops unknown keys, since clients send
 * back what they received (contract-assets 2.5).
 */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      stopAtFirstError: true,
      exceptionFactory: (errors) => new InvalidError(fieldErrors(errors)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (type === 'custom') return value;
    return super.transform(
      type === 'body' ? bodyInput(value, metatype) : value,
      metadata,
    ) as Promise<unknown>;
  }

  /** Leaves single parameters to their own pipes. */
  protected override transformPrimitive(value: unknown): unknown {
    return value;
  }
}

/** @throws InvalidError when the body is neither an object nor a list that the DTO takes */
function bodyInput(body: unknown, metatype: ArgumentMetadata['metatype']): object {
  const listField = listFieldOf(metatype);
  if (listField !== undefined) return { [listField]: body };
  if (!isJsonObject(body)) throw new InvalidError('Send the body as a JSON object or as a form.');
  const input = resolveRepeatedFields(body, repeatedFieldsOf(metatype));
  assertKnownMember(input, metatype);
  return input;
}

function fieldErrors(errors: ValidationError[]): FieldErrors {
  return Object.fromEntries(
    errors.map(({ property, constraints, children }) => [
      property,
      constraints !== undefined ? Object.values(constraints) : fieldErrors(children ?? []),
    ]),
  );
}

/** @throws InvalidError naming the unknown member and the known ones */
function assertKnownMember(body: object, dto: object | undefined): void {
  const known = dto && (Reflect.getMetadata(KNOWN_MEMBERS, dto) as readonly string[] | undefined);
  const [unknown, ...others] = Object.keys(body);
  if (known === undefined || unknown === undefined) return;
  if ([unknown, ...others].some((name) => known.includes(name))) return;
  const list = known.map((name) => `\`${name}\``);
  throw new InvalidError({
    [unknown.slice(0, 100)]: [
      `Unknown field. Send ${list.slice(0, -1).join(', ')} or ${list.at(-1)}, or no body.`,
    ],
  });
}
