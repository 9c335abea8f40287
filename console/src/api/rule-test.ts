// Dry run of the dispatch steps for an action. Nothing is sent, counted or marked.
import { api, body, type Schemas } from './client';

export type Report = Schemas['DispatchReport'];
export type RuleTestRequest = Schemas['RuleTestRequest'];

export function testRules(request: RuleTestRequest): Promise<Report> {
  return body(api.POST('/v1/dispatch-rules/test', { body: request }));
}
