import {
  type ArgumentMetadata,
  Injectable,
  SetMetadata,
  ValidationPipe,
  type ValidationError,
} from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type FieldErrors, InvalidError } from '../../domain/errors';
import { isJsonObject } from '../../domain/text/json-value';
import { resolveRepeatedFields } from '../body/incoming-body';
import { listFieldOf, repeatedFieldsOf } from './lists';

const MAX_CACHED_QUERIES = 1_000;
/** Longer queries are not cached: a DTO may take twenty times their length. */
const MAX_QUERY_LENGTH = 250;

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
  private readonly queries = new LRUCache<string, object>({ max: MAX_CACHED_QUERIES });
  private readonly dtoNumbers = new Map<object, number>();

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
    if (type === 'query' && metatype !== undefined && this.toValidate(metadata)) {
      return this.transformQuery(value, { ...metadata, metatype });
    }
    const listField = metadata.type === 'body' ? listFieldOf(metadata.metatype) : undefined;
    if (listField !== undefined) return super.transform({ [listField]: value }, metadata) as Promise<unknown>;
    if (metadata.type === 'body' && !isJsonObject(value)) {
      throw new InvalidError('Send the body as a JSON object or as a form.');
    }
    const input =
      metadata.type === 'body'
        ? resolveRepeatedFields(value as object, repeatedFieldsOf(metadata.metatype))
        : value;
    if (metadata.type === 'body') assertKnownMember(input as object, metadata.metatype);
    return super.transform(input, metadata) as Promise<unknown>;
  }

  /** Clients repeat few queries, and each DTO costs more than routing; frozen, since requests share it. */
  private async transformQuery(
    query: unknown,
    metadata: ArgumentMetadata & { readonly metatype: object },
  ): Promise<unknown> {
    const dtoNumber = this.dtoNumbers.get(metadata.metatype) ?? this.dtoNumbers.size;
    this.dtoNumbers.set(metadata.metatype, dtoNumber);
    const key = `${dtoNumber} ${JSON.stringify(query)}`;
    const cached = this.queries.get(key);
    if (cached !== undefined) return cached;
    const dto = Object.freeze((await super.transform(query, metadata)) as object);
    if (key.length <= MAX_QUERY_LENGTH) this.queries.set(key, dto);
    return dto;
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
