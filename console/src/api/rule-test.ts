// Dry run of the dispatch steps for an action. Nothing is sent, counted or marked.
import { api, body, type Schemas } from './client';

export type Report = Schemas['ReportView'];
export type Asked = Schemas['TestAsked'];

export function testRules(asked: Asked): Promise<Report> {
  return body(api.POST('/v1/rules/test', { body: asked }));
}
