import { Injectable, type PipeTransform } from '@nestjs/common';
import { NotFoundError } from '../../../domain/errors';
import { type ImageSize, isImageSize } from '../../../domain/file/image-size';

@Injectable()
export class ImageSizePipe implements PipeTransform<string, ImageSize> {
  transform(size: string): ImageSize {
    if (!isImageSize(size)) throw new NotFoundError();
    return size;
  }
}
