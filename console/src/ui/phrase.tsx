// A text with elements in it, such as a link or a time. The text stays one sentence, so that it can be reviewed and
// translated as a whole: `until {time}`.
import { Fragment, type ReactNode } from 'react';

/** Names in braces of a text. */
type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

interface PhraseProps<T extends string> {
  text: T;
  /** The element for each name. */
  parts: Record<Names<T>, ReactNode>;
}

export function Phrase<T extends string>({ text, parts }: PhraseProps<T>) {
  const pieces = text.split(/\{(\w+)\}/);
  return pieces.map((piece, index) => {
    // Every second piece is a name. The pieces of a text never change places.
    const shown = index % 2 === 1 ? (parts as Record<string, ReactNode>)[piece] : piece;
    // oxlint-disable-next-line react/no-array-index-key
    return <Fragment key={index}>{shown}</Fragment>;
  });
}
