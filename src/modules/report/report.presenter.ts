import { summarise } from '../../domain/report/question-summary';
import type { Links } from '../../http/url/links';
import type { Report } from './report.service';

/** JSON of a report (contract-data 5). */
export function presentReport(links: Links, assetUid: string, { total, split, questions }: Report) {
  return {
    url: links.assetResource(assetUid, 'reports'),
    count: questions.length,
    list: questions.map(({ question, counts }) => ({
      name: question.name,
      row: { type: question.type },
      data: summarise(question, counts, total, split),
      kuid: question.kuid,
      style: {},
    })),
  };
}
