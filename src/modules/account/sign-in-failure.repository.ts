import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThanOrEqual, Repository } from 'typeorm';
import { SignInFailureEntity } from '../../database/entities/sign-in-failure.entity';
import type { FailureCount } from '../../domain/account/sign-in-limit';

/** Counters of failed sign-ins, shared by all processes. */
@Injectable()
export class SignInFailureRepository {
  constructor(
    @InjectRepository(SignInFailureEntity) private readonly counters: Repository<SignInFailureEntity>,
  ) {}

  /** Counters by name; names without a counter are absent. */
  async find(names: readonly string[]): Promise<Map<string, FailureCount>> {
    const counters = await this.counters.findBy({ name: In([...names]) });
    return new Map(counters.map(({ name, failures, dateEnds: ends }) => [name, { failures, ends }]));
  }

  async delete(name: string): Promise<void> {
    await this.counters.delete({ name });
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.counters.delete({ dateEnds: LessThanOrEqual(now) });
  }
}
