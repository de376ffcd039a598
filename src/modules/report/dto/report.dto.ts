import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '../../../http/validation/field';
import type { ReportInput } from '../report.service';

const freeObject = { type: 'object', additionalProperties: true } as const;

export class ReportQueryDto {
  @OptionalText()
  @ApiPropertyOptional({ example: '', description: 'Names of questions, parted by commas; all when absent.' })
  names?: string;

  @OptionalText()
  @ApiPropertyOptional({ example: '', description: 'Name of a select_one question that parts the answers.' })
  split_by?: string;

  @OptionalText()
  @ApiPropertyOptional({ example: '', description: 'Language of the labels, as the form names it.' })
  lang?: string;

  @OptionalText()
  @ApiPropertyOptional({
    example: '',
    description: 'Uid of a deployed version, or `all`; the one that was deployed last when absent.',
  })
  version?: string;

  toInput(): ReportInput {
    const { names = '', split_by, lang, version } = this;
    return {
      names: names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
      splitBy: orNothing(split_by),
      language: orNothing(lang),
      version: orNothing(version),
    };
  }
}

/** Empty text asks for nothing. */
function orNothing(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

export class ReportDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/reports/' })
  url!: string;

  @ApiProperty({ type: 'integer', example: 1, description: 'Questions of the report.' })
  count!: number;

  @ApiProperty({
    type: 'array',
    items: freeObject,
    example: [
      {
        name: 'sex',
        row: { type: 'select_one' },
        data: {
          total_count: 3,
          not_provided: 0,
          provided: 3,
          show_graph: true,
          responses: ['Female', 'Male'],
          frequencies: [2, 1],
          percentages: [66.67, 33.33],
        },
        kuid: 'ab3cd4',
        style: {},
      },
    ],
  })
  list!: object[];
}
