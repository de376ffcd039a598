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

describe('the files of an edited submission', () => {
  it('go when their answers do, and follow their answers elsewhere', () => {
    expect(
      after(
        [file('gone.jpg', 'photo'), file('moved.jpg', 'kid[1]/face'), file('same.jpg', 'door')],
        [answer('moved.jpg', 'kid[2]/face'), answer('same.jpg', 'door'), answer('new.jpg', 'photo')],
      ),
    ).toEqual({ kept: ['moved.jpg@kid[2]/face', 'same.jpg@door'], dropped: ['gone.jpg'] });
  });

  it('stay when no answer ever named them, when they come again, or when nobody chose them', () => {
    expect(
      after(
        [
          file('stray.pdf', ''),
          file('again.jpg', 'photo'),
          file('audit.csv', 'meta/audit'),
          file('answers.xml.enc', 'encryptedXmlFile'),
          file('sound.m4a', 'meta/recording'),
        ],
        [],
        ['again.jpg'],
      ),
    ).toEqual({
      kept: ['stray.pdf@', 'again.jpg@', 'audit.csv@', 'answers.xml.enc@', 'sound.m4a@'],
      dropped: [],
    });
  });

  it('are the same however their accents are composed', () => {
    expect(after([file('\u00E9.jpg', 'photo')], [answer('e\u0301.jpg', 'door')])).toEqual({
      kept: ['\u00E9.jpg@door'],
      dropped: [],
    });
  });
});
