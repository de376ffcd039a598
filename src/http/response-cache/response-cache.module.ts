import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { ResponseCache, ResponseValidator } from './response-cache';

@Global()
@Module({})
export class ResponseCacheModule {
  static forRoot(validator: Type<ResponseValidator>): DynamicModule {
    return {
      module: ResponseCacheModule,
      providers: [{ provide: ResponseValidator, useExisting: validator }, ResponseCache],
      exports: [ResponseCache],
    };
  }
}
