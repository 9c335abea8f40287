// A row of short words, such as labels.
import classes from './tags.module.css';

export function Tags({ words, label }: { words: string[]; label?: string }) {
  return (
    <span className={classes.tags}>
      {label && <span className={classes.label}>{label}</span>}
      {words.map((word) => (
        <code key={word} dir="auto" title={word}>
          {word}
        </code>
      ))}
    </span>
  );
}
