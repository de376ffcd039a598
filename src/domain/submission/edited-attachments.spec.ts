import { attachmentsAfterEdit } from './edited-attachments';

const file = (name: string, questionXpath: string) => ({ uid: name, name, questionXpath });
const answer = (fileName: string, questionXpath: string) => ({ fileName, questionXpath });
const after = (
  files: ReturnType<typeof file>[],
  fileAnswers: ReturnType<typeof answer>[],
  sentNames: string[] = [],
) => {
  const isRecorded = (path: string): boolean => path === 'meta/recording';
  const { kept, dropped } = attachmentsAfterEdit(files, { fileAnswers }, { sentNames, isRecorded });
  return {
    kept: kept.map(({ name, questionXpath }) => `${name}@${questionXpath}`),
    dropped: dropped.map(({ name }) => name),
  };
};

describe('attachmentsAfterEdit', () => {
  it('drops files without an answer and moves files with their answer', () => {
    expect(
      after(
        [file('gone.jpg', 'photo'), file('moved.jpg', 'kid[1]/face'), file('same.jpg', 'door')],
        [answer('moved.jpg', 'kid[2]/face'), answer('same.jpg', 'door'), answer('new.jpg', 'photo')],
      ),
    ).toEqual({ kept: ['moved.jpg@kid[2]/face', 'same.jpg@door'], dropped: ['gone.jpg'] });
  });

  it('keeps files that were never named, are sent again, or are recorded by the device', () => {
    expect(
      after(
        [
          file('stray.pdf', ''),
          file('again.jpg', 'photo'),
          file('audit.csv', 'meta/audit'),
          file('sound.m4a', 'meta/recording'),
        ],
        [],
        ['again.jpg'],
      ),
    ).toEqual({
      kept: ['stray.pdf@', 'again.jpg@', 'audit.csv@', 'sound.m4a@'],
      dropped: [],
    });
  });

  it('ignores Unicode composition in names', () => {
    expect(after([file('\u00E9.jpg', 'photo')], [answer('e\u0301.jpg', 'door')])).toEqual({
      kept: ['\u00E9.jpg@door'],
      dropped: [],
    });
  });
});
