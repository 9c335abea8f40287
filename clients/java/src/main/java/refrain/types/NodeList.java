// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * The live nodes.
 *
 * @param items Nodes, in order of ID.
 */
public record NodeList(@Required List<Node> items) {}
