import { Injectable, type PipeTransform } from '@nestjs/common';
import { NotFoundError } from '../../domain/errors';
import { type ImageSize, isImageSize } from '../../domain/file/image-size';

/** The size of an image as a path names it. */
@Injectable()
export class ImageSizePipe implements PipeTransform<string, ImageSize> {
  /** @throws NotFoundError for any other word: there is no such path */
  transform(word: string): ImageSize {
    if (!isImageSize(word)) throw new NotFoundError();
    return word;
  }
}
