import { expect, test } from 'vitest';
import { PublishNotice } from '../../src/app/publish-notice.js';
import type { Problem, Severity } from '../../src/protocol/problem-codes.js';

const problem = (message: string, severity: Severity): Problem => ({
  uri: 'file:///home/me/my%20pack',
  line: null,
  message,
  code: null,
  severity,
});

const gone = problem('There is no directory', 'error');
const large = problem('1 file is left out', 'warning');

test('what is wrong with a published directory is said once, and that it was read again', () => {
  const notice = new PublishNotice();
  const session = { publishProblems: [] as Problem[] };
  const next = (...problems: Problem[]) => {
    session.publishProblems = problems;
    return notice.next(session);
  };
  expect(notice.next(undefined)).toBeNull();
  expect(next()).toBeNull();
  expect(next(large)).toEqual({ text: '1 file is left out.', tone: 'warn' });
  expect(next(large)).toBeNull();
  expect(next(gone, large)).toEqual({ text: 'There is no directory.', tone: 'warn' });
  expect(next(gone)).toBeNull();
  const again = { text: 'The plugin in /home/me/my pack was read again.', tone: 'plain' };
  expect(next()).toEqual(again);
  expect(next(gone, large)).toEqual({ text: 'There is no directory. 1 file is left out.', tone: 'warn' });
  expect(next(large)).toEqual(again);
  expect(next()).toBeNull();
});

test('the problems of another session are said, too', () => {
  const notice = new PublishNotice();
  expect(notice.next({ publishProblems: [gone] })).not.toBeNull();
  expect(notice.next({ publishProblems: [gone] })).not.toBeNull();
  expect(notice.next({ publishProblems: [] })).toBeNull();
});
