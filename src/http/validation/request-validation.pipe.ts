import { type ArgumentMetadata, Injectable, ValidationPipe, type ValidationError } from '@nestjs/common';
import { type FieldErrors, InvalidError } from '../../domain/errors';
import { resolveRepeatedFields } from '../body/repeated-fields';
import { listFieldOf, repeatedFieldsOf } from './lists';

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
    const listField = metadata.type === 'body' ? listFieldOf(metadata.metatype) : undefined;
    if (listField !== undefined) return super.transform({ [listField]: value }, metadata) as Promise<unknown>;
    if (metadata.type === 'body' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      throw new InvalidError('Send the body as a JSON object or as a form.');
    }
    const input =
      metadata.type === 'body'
        ? resolveRepeatedFields(value as object, repeatedFieldsOf(metadata.metatype))
        : value;
    return super.transform(input, metadata) as Promise<unknown>;
  }

  /** Leaves single parameters to their own pipes. */
  protected override transformPrimitive(value: unknown): unknown {
    return value;
  }
}

function fieldErrors(errors: ValidationError[]): FieldErrors {
  return Object.fromEntries(
    errors.map(({ property, constraints, children }) => [
      property,
      constraints !== undefined ? Object.values(constraints) : fieldErrors(children ?? []),
    ]),
  );
}
