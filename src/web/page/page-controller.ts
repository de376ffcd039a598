import { applyDecorators, Controller, Post, SetMetadata } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PAGE, RequiresCsrfToken } from '../../authorization/policy';

/** A controller of HTML pages, which the API description omits. */
export const PageController = (path: string) =>
  applyDecorators(Controller(path), ApiExcludeController(), SetMetadata(PAGE, true));

/** Takes a form of a page: POST with a CSRF token. */
export const PostForm = (path = '') => applyDecorators(Post(path), RequiresCsrfToken());
