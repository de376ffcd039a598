import { Injectable, type PipeTransform } from '@nestjs/common';
import { NotFoundError } from '../../domain/errors';
import { type Codename, isCodename } from '../../domain/permission/codename';

@Injectable()
export class CodenamePipe implements PipeTransform<string, Codename> {
  transform(value: string): Codename {
    if (!isCodename(value)) throw new NotFoundError();
    return value;
  }
}
