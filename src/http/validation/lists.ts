import { applyDecorators, SetMetadata, type Type as Class } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { InvalidError } from '../../domain/errors';
import { whyUnstorable } from '../../domain/text/unstorable-text';
import { Check, ReadBy } from './field';
import { notAList } from './wire-type';

const LIST_FIELD = 'list-field';

/** The body is a bare list, which the DTO holds, and errors tell of, under this name. */
export const BareList = (field: string) => SetMetadata(LIST_FIELD, field);

/** The name under which a DTO holds a body that is a bare list; undefined for all others. */
export function listFieldOf(dto: object | undefined): string | undefined {
  return dto === undefined ? undefined : (Reflect.getMetadata(LIST_FIELD, dto) as string | undefined);
}

/** A list of objects, each of them read and checked as `item` says. */
export const ListOf = (item: () => Class) =>
  applyDecorators(Type(item), ValidateNested({ each: true }), Check('listOf', problemWith));

function problemWith(value: unknown): string | undefined {
  if (!Array.isArray(value)) return notAList(value);
  const isListOfObjects = value.every(
    (each) => typeof each === 'object' && each !== null && !Array.isArray(each),
  );
  return isListOfObjects ? undefined : 'Expected a list of objects.';
}

/** A list of texts, which may be left out. */
export const OptionalTexts = () => applyDecorators(RepeatsInForms(), ReadBy(readTexts));

/** @throws InvalidError for what is no list of texts */
function readTexts(sent: unknown): string[] {
  const problem = problemWithTexts(sent);
  if (problem !== undefined) throw new InvalidError(problem);
  return sent as string[];
}

/** A list of texts, which must be sent. */
export const RequiredTexts = () =>
  applyDecorators(RepeatsInForms(), Check('requiredTexts', problemWithTexts));

const REPEATED_FIELDS = 'repeated-fields';

/** In a form each value of the list comes under the same name, a single one too. */
function RepeatsInForms(): PropertyDecorator {
  return (target, property) => {
    const names = new Set([...repeatedFieldsOf(target.constructor), String(property)]);
    Reflect.defineMetadata(REPEATED_FIELDS, names, target.constructor);
  };
}

/** The fields of a DTO that are lists in forms too. */
export function repeatedFieldsOf(dto: object | undefined): ReadonlySet<string> {
  const names = dto && (Reflect.getMetadata(REPEATED_FIELDS, dto) as ReadonlySet<string> | undefined);
  return names ?? new Set();
}

function problemWithTexts(value: unknown): string | undefined {
  if (value === undefined) return 'This field is required.';
  if (!Array.isArray(value)) return notAList(value);
  return value.every((each) => typeof each === 'string' && whyUnstorable(each) === undefined)
    ? undefined
    : 'Expected a list of texts.';
}
