// Settings stored only in this browser: the theme and the time zone.
import { Input, SegmentedControl, Select, useMantineColorScheme } from '@mantine/core';
import { ownZone } from '../../format/instant';
import { chooseZone, chosenZone } from '../../format/zone-choice';
import { Panel } from '../../ui/panel';
import { zoneNames } from '../../format/zones';
import classes from './settings-page.module.css';

const THEMES = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const OWN = 'that of this machine';

export function BrowserPanel() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (zone: string | null) => {
    chooseZone(zone === OWN ? null : zone);
    // All times on the page use the zone.
    location.reload();
  };
  return (
    <Panel title="This browser">
      <div className={classes.fields}>
        <Input.Wrapper label="Theme" labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label="Theme"
            data={THEMES}
            value={colorScheme}
            onChange={(value) => setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')}
          />
        </Input.Wrapper>
        <Select
          label="Zone of times"
          description={`Where no schedule's own zone is meant. Now ${ownZone()}.`}
          searchable
          allowDeselect={false}
          limit={50}
          data={[OWN, ...zoneNames(ownZone())]}
          value={chosenZone() ?? OWN}
          onChange={choose}
        />
      </div>
    </Panel>
  );
}
