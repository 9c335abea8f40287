// One operation: a line that expands to its parameters, its responses and a form to try it.

import { attempt } from './attempt.js';
import { copyable, fold, make, paragraphs, prose } from './dom.js';
import { example, kind, notes, resolve, tree } from './schema.js';

/** Maximum length of JSON that is shown on one line, in characters. */
const LINE_MAX = 100;

function pretty(value) {
  if (typeof value === 'string') return value;
  const line = JSON.stringify(value);
  return line.length > LINE_MAX ? JSON.stringify(value, null, 2) : line;
}

/** Returns the rights that an operation requires, from its security requirement. */
const needs = (operation) => Object.values(operation.security?.[0] ?? {}).flat().join(', ');

/** Returns the expandable row of an operation. `key` returns the API key to send. */
export function operationFold(api, entry, key) {
  const { method, path, operation, id } = entry;
  const need = needs(operation);
  const summary = [
    make('span', { class: `method ${method}` }, method.toUpperCase()),
    make('span', { class: 'path' }, breakable(path)),
    make('span', { class: 'what' }, prose(operation.summary ?? '')),
    need && make('span', { class: 'need', title: `requires ${need}` }, need),
  ].filter(Boolean);
  return fold({ class: 'operation', id }, summary, () => body(api, entry, key));
}

/** Allows line breaks at the slashes of a path. */
const breakable = (path) => path.split('/').flatMap((part, place) => (place === 0 ? [part] : [make('wbr'), `/${part}`]));

function body(api, { method, path, operation, item }, key) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) => resolve(api, parameter));
  const curl = make('div', { class: 'curl' });
  const say = (place) => curl.replaceChildren(copyable(curlLine(api, { method, place, operation, parameters }), 'Copy the curl command'));
  say(path);
  return make('div', { class: 'inside' },
    // The summary line already shows the required right.
    operation.description && paragraphs(operation.description.replace(/(^|\n+)Requires `[a-z]+`\.$/, '')).filter((part) => part.textContent),
    parameters.length > 0 && [make('h4', {}, 'Parameters'), parameterTable(api, parameters)],
    operation.requestBody && requestBody(api, resolve(api, operation.requestBody)),
    make('h4', {}, 'Request'),
    curl,
    method === 'get' && [make('h4', {}, 'Try it'), attempt({ path, parameters, key, changed: say })],
    make('h4', {}, 'Responses'),
    answers(api, operation.responses ?? {}));
}

function parameterTable(api, parameters) {
  const row = (parameter) => make('li', {},
    make('div', { class: 'row' },
      make('code', { class: parameter.required ? 'field required' : 'field', title: parameter.required && 'required' }, parameter.name),
      ' ',
      make('span', { class: 'kind' }, `${parameter.in} · ${kind(api, parameter.schema ?? {})}`),
      parameter.description && make('span', { class: 'note' }, prose(parameter.description)),
      notes(api, { ...parameter.schema, description: undefined }).slice(1)));
  return make('ul', { class: 'tree' }, parameters.map(row));
}

function requestBody(api, asked) {
  return Object.entries(asked.content ?? {}).flatMap(([type, content]) => [
    make('h4', {}, 'Body ', make('span', { class: 'kind' }, asked.required ? type : `${type}, optional`)),
    content.schema && tree(api, content.schema),
  ]);
}

const isRefusal = (content) => Object.keys(content).every((type) => type.includes('problem') || type === 'application/json');

function answers(api, responses) {
  const all = Object.entries(responses).map(([status, response]) => ({ status, response: resolve(api, response) }));
  const plain = all.filter(({ status }) => status < '400');
  const refused = all.filter(({ status, response }) => status >= '400' && isRefusal(response.content ?? {}));
  const others = all.filter((answer) => !plain.includes(answer) && !refused.includes(answer));
  return make('div', { class: 'answers' },
    [...plain, ...others].map((answer) => one(api, answer)),
    refused.length > 0 && refusals(api, refused));
}

function one(api, { status, response }) {
  const contents = Object.entries(response.content ?? {});
  const head = [make('span', { class: 'status' }, status), ' ', prose(response.description ?? '')];
  if (contents.length === 0) return make('div', { class: 'bodiless' }, head);
  return fold({ class: 'answered' }, head, () => contents.flatMap(([type, content]) => shape(api, type, content)));
}

function shape(api, type, content) {
  const schema = content.schema ?? {};
  const given = content.example ?? Object.values(content.examples ?? {})[0]?.value;
  const isJson = type.includes('json');
  return [
    make('p', { class: 'kind' }, `${type} · ${kind(api, schema)}`),
    isJson && tree(api, schema),
    (given !== undefined || isJson) && fold({ class: 'branch' }, 'Example', () => copyable(pretty(given ?? example(api, schema)), 'Copy the example')),
  ].filter(Boolean);
}

/** Errors have one schema, so they are shown together. */
function refusals(api, refused) {
  const head = [refused.map(({ status, response }) => make('span', { class: 'status bad', title: response.description }, status)), ' errors'];
  const { type, content } = Object.entries(refused[0].response.content ?? {}).map(([type, content]) => ({ type, content }))[0] ?? {};
  return fold({ class: 'answered' }, head.flat(), () => [
    make('ul', { class: 'refusals' }, refused.map(({ status, response }) => make('li', {}, make('code', {}, status), ` ${response.description ?? ''}`))),
    ...(content ? shape(api, type, content) : []),
  ]);
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function curlLine(api, { method, place, operation, parameters }) {
  const words = ['curl'];
  const [type, content] = Object.entries(resolve(api, operation.requestBody ?? {}).content ?? {})[0] ?? [];
  if (method !== 'get' && !(method === 'post' && content)) words.push(`-X ${method.toUpperCase()}`);
  words.push(quoted(`${location.origin}${place}`));
  const lines = [words.join(' ')];
  if (operation.security?.length > 0) lines.push('-H "Authorization: Bearer $KEY"');
  for (const parameter of parameters.filter((each) => each.in === 'header' && each.required)) lines.push(`-H ${quoted(`${parameter.name}: `)}`);
  if (content) {
    const given = content.example ?? Object.values(content.examples ?? {})[0]?.value ?? example(api, content.schema ?? {});
    lines.push(`-H ${quoted(`Content-Type: ${type}`)}`, `-d ${quoted(pretty(given))}`);
  }
  return lines.join(' \\\n  ');
}
