import { SetMetadata } from '@nestjs/common';

export const FAST_PATH = 'fast-path';

/**
 * Serves the route before Express, with the same guards, parameters, presenter and errors, without Express's router and
 * Nest's pipeline (decision 133). The method takes custom decorators and path parameters only.
 */
export const FastPath = () => SetMetadata(FAST_PATH, true);
