import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { ApiTokenQuery } from './api-token.query';
import { LastUseService } from './last-use.service';

@Injectable()
export class TokenUseService extends LastUseService {
  constructor(
    private readonly tokens: ApiTokenQuery,
    clock: Clock,
  ) {
    super(clock, 'tokens');
  }

  protected write(uses: ReadonlyMap<number, Date>): Promise<void> {
    return this.tokens.recordUses(uses);
  }
}
