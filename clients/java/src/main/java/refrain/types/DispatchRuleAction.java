// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Alternatives;

/** Action of a dispatch rule. */
@Alternatives(tag = "action", unknown = UnknownDispatchRuleAction.class)
public sealed interface DispatchRuleAction permits
        AllowDispatchRuleAction,
        DenyDispatchRuleAction,
        SuppressDispatchRuleAction,
        DedupDispatchRuleAction,
        RerouteDispatchRuleAction,
        ThrottleDispatchRuleAction,
        ModifyDispatchRuleAction,
        DelayDispatchRuleAction,
        UnknownDispatchRuleAction {
}
