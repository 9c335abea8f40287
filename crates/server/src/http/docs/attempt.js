// A form that asks this server, for operations that only read.

import { make } from './dom.js';

/** A stream has no end; so long is listened, in milliseconds. */
const LISTENED_FOR = 3000;
/** No more of an answer is shown, in characters. */
const SHOWN_MAX = 100000;

/** The address of an operation with what was filled in. */
export function address(path, values, parameters) {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (whole, name) => encodeURIComponent(values[name] || '') || whole);
  const query = parameters
    .filter(({ in: place, name }) => place === 'query' && values[name])
    .map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(values[name])}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

/** The form of an operation; `changed` hears what it would ask. */
export function attempt({ path, parameters, key, changed }) {
  const asked = parameters.filter(({ in: place }) => place === 'path' || place === 'query');
  const inputs = asked.map((parameter) => {
    const input = make('input', { name: parameter.name, placeholder: sample(parameter), spellcheck: 'false', autocomplete: 'off', required: parameter.in === 'path' });
    return { parameter, input };
  });
  const values = () => Object.fromEntries(inputs.map(({ parameter, input }) => [parameter.name, input.value.trim()]));
  const answer = make('div', { class: 'answer', 'aria-live': 'polite' });
  const send = async (event) => {
    event.preventDefault();
    answer.replaceChildren(make('p', { class: 'wait' }, 'Asking…'));
    answer.replaceChildren(...await ask(address(path, values(), asked), key()));
  };
  const fields = inputs.map(({ parameter, input }) => make('label', {}, make('span', {}, parameter.name), input));
  const form = make('form', { class: 'attempt', onsubmit: send }, fields, make('button', { type: 'submit', class: 'send' }, 'Send'));
  form.addEventListener('input', () => changed(address(path, values(), asked)));
  return make('div', {}, form, answer);
}

const sample = (parameter) => String(parameter.example ?? parameter.schema?.example ?? (parameter.in === 'path' ? 'needed' : ''));

async function ask(place, key) {
  const began = performance.now();
  const stop = new AbortController();
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  try {
    const response = await fetch(place, { headers, signal: stop.signal });
    const text = await read(response, stop);
    const took = Math.round(performance.now() - began);
    const told = `${response.status} ${response.statusText} · ${took} ms · ${response.headers.get('content-type') ?? 'no body'}`;
    return [make('p', { class: response.ok ? 'told good' : 'told bad' }, told), make('pre', { tabindex: '0' }, make('code', {}, pretty(text)))];
  } catch (error) {
    return [make('p', { class: 'told bad' }, `No answer: ${error.message}`)];
  }
}

/** Reads an answer; a stream only for a while. */
async function read(response, stop) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setTimeout(() => stop.abort(), LISTENED_FOR);
  let text = '';
  try {
    for (let part = await reader.read(); !part.done && text.length < SHOWN_MAX; part = await reader.read()) text += part.value;
  } catch {
    // That was the timer.
  }
  clearTimeout(timer);
  return text || 'Nothing happened meanwhile.';
}

function pretty(text) {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not every answer is JSON.
  }
  return shown.length > SHOWN_MAX ? `${shown.slice(0, SHOWN_MAX)}\n…` : shown;
}
