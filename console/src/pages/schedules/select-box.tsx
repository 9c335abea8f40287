// A checkbox that selects rows. Its label makes it large enough to touch.
import classes from './schedules-page.module.css';

export function SelectBox({ label, isChecked, onChange }: { label: string; isChecked: boolean; onChange: () => void }) {
  return (
    <label className={classes.check}>
      <input type="checkbox" aria-label={label} checked={isChecked} onChange={onChange} />
    </label>
  );
}
