package dev.tenon.guard.policy;

import dev.tenon.jsonrpc.LeniencyPolicy.ProtocolCheck;
import java.util.Locale;

/**
 * How strictly the form of messages is checked before any policy is evaluated. If a check warns or is off, the guard
 * corrects a message that fails it and lets it pass; a message that has no meaning, or two, never passes.
 *
 * @param messages whether a message must be exactly one valid JSON-RPC message
 * @param ids whether a request may use an id that is in flight, and whether a response must match a pending request
 * @param headers whether headers must match the body
 * @param methods whether the revision must define the method
 */
public record ProtocolStrictness(
        EnforcementMode messages, EnforcementMode ids, EnforcementMode headers, EnforcementMode methods) {
    /** Enforces all checks. */
    public static final ProtocolStrictness STRICT = new ProtocolStrictness(
            EnforcementMode.ENFORCE, EnforcementMode.ENFORCE, EnforcementMode.ENFORCE, EnforcementMode.ENFORCE);

    /** Returns the mode of a check. */
    public EnforcementMode modeOf(ProtocolCheck check) {
        return switch (check) {
            case MESSAGE_FORMAT -> messages;
            case IDS -> ids;
            case HEADERS -> headers;
            case METHODS -> methods;
        };
    }

    /** Returns whether a message that fails this check passes nevertheless. */
    public boolean isTolerated(ProtocolCheck check) {
        return modeOf(check) != EnforcementMode.ENFORCE;
    }

    /** Returns the name of a check in configurations and reports. */
    static String checkName(ProtocolCheck check) {
        // Audits and metrics keep the name that the constant had first.
        return check == ProtocolCheck.MESSAGE_FORMAT ? "gate" : check.name().toLowerCase(Locale.ROOT);
    }
}
