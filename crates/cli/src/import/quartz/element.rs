//! Elements of the XML of Quartz, whatever their namespace.

use roxmltree::Node;

/// Name of a job or trigger, with its group.
pub(super) type Key = (String, String);

const DEFAULT_GROUP: &str = "DEFAULT";

/// Returns whether a node is an element of this name.
pub(super) fn is(node: Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name
}

/// Returns an element below another.
pub(super) fn child<'x, 'i>(node: Node<'x, 'i>, name: &str) -> Option<Node<'x, 'i>> {
    node.children().find(|child| is(*child, name))
}

/// Returns the text of an element below another, without blanks around it.
pub(super) fn text<'x>(node: Node<'x, '_>, name: &str) -> Option<&'x str> {
    child(node, name).and_then(|child| child.text()).map(str::trim)
}

/// Returns the group and the name in these elements.
pub(super) fn key(node: Node<'_, '_>, name: &str, group: &str) -> Key {
    let text = |element: &str| text(node, element).filter(|text| !text.is_empty());
    (text(group).unwrap_or(DEFAULT_GROUP).to_owned(), text(name).unwrap_or_default().to_owned())
}

/// Returns the name of a key for people. The default group is left out.
pub(super) fn shown((group, name): &Key) -> String {
    if group == DEFAULT_GROUP { name.clone() } else { format!("{group}/{name}") }
}
