// List of dispatch rules in the order of evaluation, with a tester that sends nothing.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ControlDocument, type Rule, rules } from '../../api/controls';
import { ControlDrawer, type ControlEditor } from '../../ui/control/control-drawer';
import { EmptyState } from '../../ui/empty-state';
import { GuardedButton } from '../../ui/guarded-button';
import { IconPlus } from '../../ui/icons';
import { ListTable } from '../../ui/list-table';
import { PageHead } from '../../ui/page-head';
import { Phrase } from '../../ui/phrase';
import { RuleCells } from './rule-cells';
import { type RuleDraft, ruleDraft, ruleOf } from './rule-draft';
import { RuleFields } from './rule-fields';
import classes from './rules-page.module.css';
import { strings } from './strings';
import { Tester } from './tester/tester';

const route = getRouteApi('/shell/rules');

const RULE_EDITOR: ControlEditor<Rule, RuleDraft> = {
  noun: strings.noun,
  family: rules,
  toDraft: ruleDraft,
  toDefinition: ruleOf,
  renderFields: (draft, set) => <RuleFields draft={draft} set={set} />,
  removal: strings.removal,
};

export function RulesPage() {
  const { rule, add } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(rules.list);
  const open = (part: { rule?: string; add?: 'rule' }) => void navigate({ search: ({ test }) => ({ test, ...part }) });
  return (
    <>
      <PageHead
        title={strings.title}
        lead={strings.lead}
        actions={
          <GuardedButton need={{ role: 'editor' }} leftSection={<IconPlus />} onClick={() => open({ add: 'rule' })}>
            {strings.new}
          </GuardedButton>
        }
      />
      <div className={classes.parts}>
        <ListTable
          label={strings.title}
          query={query}
          columns={strings.columns}
          grid={classes.grid}
          compare={byPriority}
          rowKey={(control) => control.name}
          renderCells={(control) => <RuleCells control={control} />}
          empty={
            <EmptyState title={strings.empty}>
              <Phrase text={strings.emptyText} parts={{ condition: <code>{strings.emptyCondition}</code> }} />
            </EmptyState>
          }
        />
        <Tester />
      </div>
      {(rule !== undefined || add) && <ControlDrawer editor={RULE_EDITOR} name={rule} onClose={() => open({})} />}
    </>
  );
}

/**
 * Orders rules by priority, then by name, as they are evaluated. Unreadable rules come first, because they stop
 * everything.
 */
function byPriority(one: ControlDocument<Rule>, other: ControlDocument<Rule>): number {
  const place = ({ definition }: ControlDocument<Rule>) => definition?.priority ?? -Infinity;
  return place(one) - place(other) || (one.name < other.name ? -1 : 1);
}
