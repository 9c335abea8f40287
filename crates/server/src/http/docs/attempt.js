// A form that sends requests to this server, for operations that only read.

import { make } from './dom.js';

/** How long to read an endless stream, in milliseconds. */
const LISTENED_FOR = 3000;
/** Maximum length of a response that is shown, in characters. */
const SHOWN_MAX = 100000;

/** Returns the URL of an operation with the values of the form. */
export function address(path, values, parameters) {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (whole, name) => encodeURIComponent(values[name] || '') || whole);
  const query = parameters
    .filter(({ in: place, name }) => place === 'query' && values[name])
    .map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(values[name])}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

/** Returns the form of an operation. `changed` is called with the URL it would request. */
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
    answer.replaceChildren(make('p', { class: 'wait' }, 'Sending…'));
    answer.replaceChildren(...await ask(address(path, values(), asked), key()));
  };
  const fields = inputs.map(({ parameter, input }) => make('label', {}, make('span', {}, parameter.name), input));
  const form = make('form', { class: 'attempt', onsubmit: send }, fields, make('button', { type: 'submit', class: 'send' }, 'Send'));
  form.addEventListener('input', () => changed(address(path, values(), asked)));
  return make('div', {}, form, answer);
}

const sample = (parameter) => String(parameter.example ?? parameter.schema?.example ?? (parameter.in === 'path' ? 'required' : ''));

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
    return [make('p', { class: 'told bad' }, `No response: ${error.message}`)];
  }
}

/** Reads a response; a stream only for a limited time. */
async function read(response, stop) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setTimeout(() => stop.abort(), LISTENED_FOR);
  let text = '';
  try {
    for (let part = await reader.read(); !part.done && text.length < SHOWN_MAX; part = await reader.read()) text += part.value;
  } catch {
    // The timer has aborted the stream.
  }
  clearTimeout(timer);
  return text || 'No events received.';
}

function pretty(text) {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not every response is JSON.
  }
  return shown.length > SHOWN_MAX ? `${shown.slice(0, SHOWN_MAX)}\n…` : shown;
}
