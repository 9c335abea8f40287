// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * The providers of this node.
 *
 * @param items Providers, in order of name.
 */
public record ProviderList(@Required List<Provider> items) {}
