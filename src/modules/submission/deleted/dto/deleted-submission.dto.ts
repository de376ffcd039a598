import { ApiProperty } from '@nestjs/swagger';
import { SubmissionDto } from '../../read/dto/submission.dto';

export class DeletedSubmissionDto {
  @ApiProperty({ type: 'integer', example: 1234 }) _id!: number;
  @ApiProperty({ example: '2026-03-01T08:14:45.123000Z' }) date_deleted!: string;
  @ApiProperty({ type: String, nullable: true, example: 'ann' }) deleted_by!: string | null;
  @ApiProperty({
    example: '2026-03-31T08:14:45.123000Z',
    description: 'From then on it cannot be restored.',
  })
  date_purged!: string;
  @ApiProperty({
    type: SubmissionDto,
    description: 'As it was. The addresses of its attachments return 404.',
  })
  submission!: SubmissionDto;
}

export class RestorationDto {
  @ApiProperty({ example: '2 submissions have been restored' }) detail!: string;
  @ApiProperty({
    type: [Number],
    example: [],
    description: 'Ids that stay deleted, because they were sent again.',
  })
  conflicts!: number[];
}
