import { ApiProperty } from '@nestjs/swagger';

const STATES = ['failed', 'retrying', 'running', 'waiting'];

export class JobDto {
  @ApiProperty({ example: '42' }) id!: string;
  @ApiProperty({ example: 'imports.run' }) name!: string;
  @ApiProperty({ type: String, nullable: true, example: 'iBMZxx9tVfepvTRp3e9Twj' }) subject!: string | null;
  @ApiProperty({ enum: STATES, example: 'failed' }) state!: string;
  @ApiProperty({ type: 'integer', example: 3 }) attempts!: number;
  @ApiProperty({ type: 'integer', example: 3 }) max_attempts!: number;
  @ApiProperty({ type: String, nullable: true, example: 'connect ECONNREFUSED' }) last_error!: string | null;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_created!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z', description: 'Earliest time of the next attempt.' })
  date_run!: string;
}
