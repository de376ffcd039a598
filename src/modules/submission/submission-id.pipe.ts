import { Injectable, type PipeTransform } from '@nestjs/common';
import { NotFoundError } from '../../domain/errors';

/** A submission's number out of a path; any other text names nothing. */
@Injectable()
export class SubmissionIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^\d{1,15}$/.test(value)) throw new NotFoundError();
    return Number(value);
  }
}
