import { ApiProperty } from '@nestjs/swagger';
import { ENTITY_PROBLEMS } from '../../domain/entity/entity-change';

const LIST_URL = 'https://survey.example.org/api/v2/entity-lists/elKZzgGdbtvkDb2tNnZpM8bz/';
const UUID = '3f15cdfb-8d5c-4a39-9fd1-58c9a1b6a0f2';
const DATE = '2026-03-01T08:14:45.123000Z';
const DATA = {
  type: 'object',
  additionalProperties: { type: 'string' },
  example: { village: 'Kisumu', members: '4' },
} as const;

class EntityListProjectDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/' }) url!: string;
  @ApiProperty({ example: 'aSAvYreNzVEkrWg5Gdcvg2' }) uid!: string;
  @ApiProperty({ example: 'Registration' }) name!: string;
  @ApiProperty({ description: 'Whether its submissions create or update entries.' }) saves!: boolean;
  @ApiProperty({ description: 'Whether its form reads the list.' }) reads!: boolean;
}

export class EntityListDetailDto {
  @ApiProperty({ example: 'elKZzgGdbtvkDb2tNnZpM8bz' }) uid!: string;
  @ApiProperty({ example: LIST_URL }) url!: string;
  @ApiProperty({ example: 'households' }) name!: string;
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' }) owner!: string;
  @ApiProperty({ example: 'ann' }) owner__username!: string;
  @ApiProperty({ type: [String], example: ['village', 'members'] }) properties!: string[];
  @ApiProperty({ description: 'Whether submissions create entries only once they are approved.' })
  approval_required!: boolean;
  @ApiProperty({ type: 'integer', example: 120 }) entities_count!: number;
  @ApiProperty({ example: `${LIST_URL}entities/` }) entities!: string;
  @ApiProperty({ example: `${LIST_URL.slice(0, -1)}/entities.csv` }) entities_csv!: string;
  @ApiProperty({ type: [EntityListProjectDto], description: 'Projects that use it and the caller may view.' })
  projects!: EntityListProjectDto[];
  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: ['view', 'change', 'manage'] },
    description: 'Rights of the caller: read it, change its entries, manage the list.',
  })
  effective_permissions!: string[];
  @ApiProperty({ example: DATE }) date_created!: string;
  @ApiProperty({ example: DATE }) date_modified!: string;
}

export class EntityDto {
  @ApiProperty({ example: UUID }) uuid!: string;
  @ApiProperty({ example: `${LIST_URL}entities/${UUID}/` }) url!: string;
  @ApiProperty({ example: 'Household of Asha' }) label!: string;
  @ApiProperty({ type: 'integer', example: 2 }) version!: number;
  @ApiProperty(DATA) data!: Readonly<Record<string, string>>;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: ['soft', 'hard', null],
    description:
      'Set if changes were made without knowing of each other: `hard` if of the same properties, else `soft`.',
  })
  conflict!: string | null;
  @ApiProperty({ example: `${LIST_URL}entities/${UUID}/versions/` }) versions!: string;
  @ApiProperty({ example: DATE }) date_created!: string;
  @ApiProperty({ example: DATE }) date_modified!: string;
}

export class EntityVersionDto {
  @ApiProperty({ type: 'integer', example: 2 }) version!: number;
  @ApiProperty({ example: 'Household of Asha' }) label!: string;
  @ApiProperty(DATA) data!: Readonly<Record<string, string>>;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 1,
    description: 'Version that it was based on; null for the first.',
  })
  base_version!: number | null;
  @ApiProperty({
    type: [String],
    description: 'Properties, or `label`, that this change and one in between set to other values.',
  })
  conflicting_properties!: string[];
  @ApiProperty({
    type: 'object',
    nullable: true,
    properties: {
      url: { type: 'string' },
      asset: { type: 'string', example: 'aSAvYreNzVEkrWg5Gdcvg2' },
      _id: { type: 'integer', example: 12 },
    },
    description: 'Submission that made it; null if a person did, or the caller may not view it.',
  })
  submission!: { url: string; asset: string; _id: number } | null;
  @ApiProperty({ type: String, nullable: true, example: 'ann', description: 'Username; null if anonymous.' })
  created_by!: string | null;
  @ApiProperty({ example: DATE }) date_created!: string;
}

export class EntityProblemDto {
  @ApiProperty({ type: 'integer', example: 7 }) id!: number;
  @ApiProperty({ enum: ENTITY_PROBLEMS, example: 'label_missing' }) problem!: string;
  @ApiProperty({ example: 'The entry has no label.' }) detail!: string;
  @ApiProperty({ example: 'households', description: 'Name of the list.' }) list!: string;
  @ApiProperty({ example: UUID, description: 'Identifier of the entry, as sent.' }) uuid!: string;
  @ApiProperty({ example: 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/data/12/' })
  submission!: string;
  @ApiProperty({ type: 'integer', example: 12 }) submission_id!: number;
  @ApiProperty({ example: DATE }) date_created!: string;
}
