import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { LastUseService } from '../credential/last-use.service';
import { SessionQuery } from './session.query';

@Injectable()
export class SessionUseService extends LastUseService {
  constructor(
    private readonly sessions: SessionQuery,
    clock: Clock,
  ) {
    super(clock, 'sessions');
  }

  protected write(uses: ReadonlyMap<number, Date>): Promise<void> {
    return this.sessions.recordUses(uses);
  }
}
