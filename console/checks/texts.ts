// Finds texts for people outside the strings modules, and phrases of the strings modules that aren't plain English.
import ts from 'typescript';

export interface Finding {
  line: number;
  text: string;
}

/** Attributes and properties whose value is shown or read to people. */
const TEXT_NAMES = new Set([
  'aria-description',
  'aria-label',
  'beside',
  'description',
  'detail',
  'error',
  'hint',
  'label',
  'lead',
  'legend',
  'message',
  'nothingFoundMessage',
  'noteDescription',
  'placeholder',
  'summary',
  'title',
  'validationError',
  'verb',
]);

const WORD = /\p{L}{2,}/u;
const TWO_WORDS = /\p{L}{2,}[,;:.]? \p{L}{2,}/u;

/** Phrases of the console's old texts. Each has a standard term. */
const BANNED = [
  'at all times',
  'begins?',
  'came',
  'catalogue',
  'caps?',
  'chosen',
  'fires?',
  'fired',
  'for good',
  'handed in',
  'hand in',
  'gives back',
  'in its way',
  'in the middle',
  'is called so',
  'is told',
  'it counts',
  'it is gone',
  'it rests',
  'leave it',
  'made up',
  'nobody',
  'sealed',
  'so many',
  'taken away',
  'they rest',
  'the rule said',
  'to come',
  'what it is',
  'whoever',
  'without a word',
];
const BANNED_PHRASE = new RegExp(`(?<![\\p{L}_.])(?:${BANNED.join('|')})(?![\\p{L}_])`, 'iu');

/** Returns every text in a component or module that belongs in a strings module. */
export function literalTexts(path: string, source: string): Finding[] {
  const file = parse(path, source);
  const findings: Finding[] = [];
  visit(file, (node) => {
    const texts = ts.isJsxText(node) ? [node.text] : isText(node) ? partsOf(node).filter((text) => isForPeople(node, text)) : [];
    for (const text of texts.filter((each) => WORD.test(each))) findings.push(findingAt(file, node, text));
  });
  return findings;
}

/** Returns every text of a strings module that contains a banned phrase. */
export function bannedPhrases(path: string, source: string): Finding[] {
  const file = parse(path, source);
  const findings: Finding[] = [];
  visit(file, (node) => {
    if (!isText(node) || ts.isImportDeclaration(node.parent)) return;
    for (const text of partsOf(node).filter((each) => BANNED_PHRASE.test(each))) findings.push(findingAt(file, node, text));
  });
  return findings;
}

type TextNode = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression;

function parse(path: string, source: string): ts.SourceFile {
  return ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

function isText(node: ts.Node): node is TextNode {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
}

/** Returns the fixed parts of a text. */
function partsOf(node: TextNode): string[] {
  return ts.isTemplateExpression(node) ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)] : [node.text];
}

/** Whether a text is shown or read to people: by its place, or because it consists of several words. */
function isForPeople(node: TextNode, text: string): boolean {
  return TWO_WORDS.test(text) || isShown(node);
}

/** Whether the value of an expression is the child of an element, or the value of an attribute or property for texts. */
function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? isShown(parent) : true;
  if (ts.isJsxAttribute(parent)) return TEXT_NAMES.has(parent.name.getText());
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node && TEXT_NAMES.has(nameOf(parent.name));
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isShown(parent);
  if (ts.isBinaryExpression(parent)) return isValueOperator(parent.operatorToken.kind) && isShown(parent);
  if (ts.isParenthesizedExpression(parent) || ts.isTemplateSpan(parent) || ts.isTemplateExpression(parent)) return isShown(parent);
  return false;
}

function nameOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '';
}

/** Whether the result of an operator can be one of its operands: `a && 'b'`, but not `a === 'b'`. */
function isValueOperator(kind: ts.SyntaxKind): boolean {
  const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken, PlusToken } = ts.SyntaxKind;
  return [AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken, PlusToken].includes(kind);
}

function findingAt(file: ts.SourceFile, node: ts.Node, text: string): Finding {
  return { line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: text.trim() };
}
