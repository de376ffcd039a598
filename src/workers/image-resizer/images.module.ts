import { Global, Module } from '@nestjs/common';
import { ImageShrinker } from './image-shrinker.port';
import { SharpImageShrinker } from './sharp.image-shrinker';

/** Images made smaller. */
@Global()
@Module({
  providers: [{ provide: ImageShrinker, useClass: SharpImageShrinker }],
  exports: [ImageShrinker],
})
export class ImagesModule {}
