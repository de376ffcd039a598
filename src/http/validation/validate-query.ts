import type { Type } from '@nestjs/common';
import type { Request } from 'express';
import { RequestValidationPipe } from './request-validation.pipe';

const pipe = new RequestValidationPipe();

/** Validates the query as a DTO, for requests handled outside Nest. @throws InvalidError */
export function validateQuery<Dto>(type: Type<Dto>, { query }: Request): Promise<Dto> {
  return pipe.transform(query, { type: 'query', metatype: type }) as Promise<Dto>;
}
