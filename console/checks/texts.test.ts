// Every text of the console is in a strings module, in plain English.
// @vitest-environment node
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bannedPhrases, type Finding, literalTexts } from './texts';

/** Time limit for parsing all sources on a busy machine. */
const ALL_MS_MAX = 120_000;

const isStrings = (path: string) => path.endsWith('strings.ts');
const isSource = (path: string) => /\.tsx?$/.test(path) && !/\.(?:test|gen)\.tsx?$/.test(path);

async function findings(isChecked: (path: string) => boolean, check: (path: string, source: string) => Finding[]): Promise<string[]> {
  const paths = (await readdir('src', { recursive: true })).filter((path) => isSource(path) && isChecked(path));
  const found = await Promise.all(
    paths.map(async (path) => check(path, await readFile(join('src', path), 'utf8')).map(({ line, text }) => `src/${path}:${line}: ${text}`)),
  );
  return found.flat();
}

it('every text is in a strings module', async () => {
  expect(await findings((path) => !isStrings(path), literalTexts)).toEqual([]);
}, ALL_MS_MAX);

it('the strings modules contain no banned phrase', async () => {
  expect(await findings(isStrings, bannedPhrases)).toEqual([]);
}, ALL_MS_MAX);

describe('the check of literal texts', () => {
  const texts = (source: string) => literalTexts('sample.tsx', source).map(({ text }) => text);

  it.each([
    ['<p>No runs yet</p>', 'No runs yet'],
    ['<Button label="Pause" />', 'Pause'],
    ["<Button label={isOpen ? 'Close' : strings.open} />", 'Close'],
    ['<p aria-label={`Runs of ${id}`} />', 'Runs of'],
    ["<p>{isEmpty && 'empty'}</p>", 'empty'],
    ["<p>{count > 0 ? `${count} runs` : ''}</p>", 'runs'],
    ["notify({ message: 'Saved' })", 'Saved'],
    ["const error = 'The hold has no name';", 'The hold has no name'],
  ])('finds %s', (source, text) => {
    expect(texts(source)).toEqual([text]);
  });

  it.each([
    '<p>{strings.empty}</p>',
    '<p className={isOpen ? \'open\' : \'closed\'} role="status" data-tone="bad">·</p>',
    "<p>{state === 'failed' && strings.failed}</p>",
    "<p title={dateText(date, { month: 'long' })}>{names.join(', ')}</p>",
    "import { strings } from './strings';",
  ])('allows %s', (source) => {
    expect(texts(source)).toEqual([]);
  });
});

describe('the check of banned phrases', () => {
  it('finds a phrase in texts, templates and functions', () => {
    const source = "export const strings = { a: 'It rests', b: (n: number) => `${n} fires`, c: 'Schedule paused', d: 'schedule.fire' };";
    expect(bannedPhrases('strings.ts', source).map(({ text }) => text)).toEqual(['It rests', 'fires']);
  });
});
