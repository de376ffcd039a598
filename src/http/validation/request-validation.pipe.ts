import { type ArgumentMetadata, Injectable, ValidationPipe, type ValidationError } from '@nestjs/common';
import { type FieldErrors, InvalidError } from '../../domain/errors';
import { declaredValues } from '../body/form-names';
import { listFieldOf, repeatedFieldsOf } from './lists';

/**
 * Input as a DTO declares it, or 400 with sentences per field. Unknown keys are dropped: clients send along what they
 * once received (contract-assets 2.5).
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
    const read =
      metadata.type === 'body' ? declaredValues(value as object, repeatedFieldsOf(metadata.metatype)) : value;
    return super.transform(read, metadata) as Promise<unknown>;
  }

  /** A single parameter stays the text that was sent: its own pipe reads it, and says what does not hold. */
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
