import { Global, Module } from '@nestjs/common';
import { ImageResizer } from './image-resizer.port';
import { SharpImageResizer } from './sharp.image-resizer';

@Global()
@Module({
  providers: [{ provide: ImageResizer, useClass: SharpImageResizer }],
  exports: [ImageResizer],
})
export class ImageResizerModule {}
