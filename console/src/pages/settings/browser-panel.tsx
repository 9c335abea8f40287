// Settings stored only in this browser: the theme and the time zone.
import { Input, SegmentedControl, Select, useMantineColorScheme } from '@mantine/core';
import { ownZone } from '../../format/instant';
import { chooseZone, chosenZone } from '../../format/zone-choice';
import { zoneNames } from '../../format/zones';
import { Panel } from '../../ui/panel';
import { common } from '../../ui/strings';
import classes from './settings-page.module.css';
import { browserStrings as strings } from './strings';

const THEMES = [
  { value: 'auto', label: strings.themes.auto },
  { value: 'light', label: strings.themes.light },
  { value: 'dark', label: strings.themes.dark },
];
const OWN = strings.system;

export function BrowserPanel() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (zone: string | null) => {
    chooseZone(zone === OWN ? null : zone);
    // All times on the page use the zone.
    location.reload();
  };
  return (
    <Panel title={strings.title}>
      <div className={classes.fields}>
        <Input.Wrapper label={strings.theme} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={strings.theme}
            data={THEMES}
            value={colorScheme}
            onChange={(value) => setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')}
          />
        </Input.Wrapper>
        <Select
          label={common.timeZone}
          description={strings.timeZoneDescription(ownZone())}
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
