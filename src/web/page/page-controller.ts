import { applyDecorators, Controller, SetMetadata } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PAGE } from '../../authorization/policy';

/** A controller of HTML pages, which the API description omits. */
export const PageController = (path: string) =>
  applyDecorators(Controller(path), ApiExcludeController(), SetMetadata(PAGE, true));
