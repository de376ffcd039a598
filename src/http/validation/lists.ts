import { applyDecorators, SetMetadata, type Type as Class } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { InvalidError } from '../../domain/errors';
import { isJsonObject } from '../../domain/text/json-members';
import { unstorableReason } from '../../domain/text/unstorable-text';
import { Check, ParsedBy, notAList } from './field';

const LIST_FIELD = 'list-field';

/** Body is a bare list; the DTO and its errors hold it under this name. */
export const BareList = (field: string) => SetMetadata(LIST_FIELD, field);

/** Returns the name set by `BareList`; undefined for other DTOs. */
export function listFieldOf(dto: object | undefined): string | undefined {
  return dto === undefined ? undefined : (Reflect.getMetadata(LIST_FIELD, dto) as string | undefined);
}

/** List of objects, each validated as `item`. */
export const ListOf = (item: () => Class) =>
  applyDecorators(Type(item), ValidateNested({ each: true }), Check('listOf', objectListProblem));

function objectListProblem(value: unknown): string | undefined {
  if (!Array.isArray(value)) return notAList(value);
  return value.every(isJsonObject) ? undefined : 'Expected a list of objects.';
}

export const OptionalTexts = () => applyDecorators(RepeatsInForms(), ParsedBy(readTexts));

/** @throws InvalidError unless the value is a list of texts */
function readTexts(sent: unknown): string[] {
  const problem = textListProblem(sent);
  if (problem !== undefined) throw new InvalidError(problem);
  return sent as string[];
}

export const RequiredTexts = () => applyDecorators(RepeatsInForms(), Check('requiredTexts', textListProblem));

const REPEATED_FIELDS = 'repeated-fields';

/** Reads a field of a form as a list, also when sent once. */
function RepeatsInForms(): PropertyDecorator {
  return (target, property) => {
    const names = new Set([...repeatedFieldsOf(target.constructor), String(property)]);
    Reflect.defineMetadata(REPEATED_FIELDS, names, target.constructor);
  };
}

export function repeatedFieldsOf(dto: object | undefined): ReadonlySet<string> {
  const names = dto && (Reflect.getMetadata(REPEATED_FIELDS, dto) as ReadonlySet<string> | undefined);
  return names ?? new Set();
}

function textListProblem(value: unknown): string | undefined {
  if (value === undefined) return 'This field is required.';
  if (!Array.isArray(value)) return notAList(value);
  return value.every((each) => typeof each === 'string' && unstorableReason(each) === undefined)
    ? undefined
    : 'Expected a list of texts.';
}
