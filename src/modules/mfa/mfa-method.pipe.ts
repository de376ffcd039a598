import { Injectable, type PipeTransform } from '@nestjs/common';
import { MFA_METHOD } from '../../domain/account/mfa';
import { NotFoundError } from '../../domain/errors';

/** @throws NotFoundError for a method that does not exist */
@Injectable()
export class MfaMethodPipe implements PipeTransform<string, typeof MFA_METHOD> {
  transform(name: string): typeof MFA_METHOD {
    if (name !== MFA_METHOD) throw new NotFoundError();
    return MFA_METHOD;
  }
}
