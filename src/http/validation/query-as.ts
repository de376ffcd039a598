import type { Type } from '@nestjs/common';
import type { Request } from 'express';
import { RequestValidationPipe } from './request-validation.pipe';

const pipe = new RequestValidationPipe();

/** The query as a DTO declares it, for who serves a request without Nest. @throws InvalidError for what does not hold */
export function queryAs<Dto>(type: Type<Dto>, { query }: Request): Promise<Dto> {
  return pipe.transform(query, { type: 'query', metatype: type }) as Promise<Dto>;
}
