package dev.tenon.guard.policy;

import dev.tenon.jsonrpc.LeniencyPolicy;
import java.util.Locale;

/**
 * How exact messages must be in form, before any policy is asked about what they say. Where a check warns or is off,
 * what fails it passes all the same, put right; what has no meaning, or two, passes never.
 *
 * @param messages whether a message is exactly one of JSON-RPC
 * @param ids whether an id is in flight already, and whether an answer was asked for
 * @param headers whether headers say what the body says
 * @param methods whether the revision has the method
 */
public record ProtocolStrictness(
        EnforcementMode messages, EnforcementMode ids, EnforcementMode headers, EnforcementMode methods) {
    /** Everything is exact. */
    public static final ProtocolStrictness STRICT = new ProtocolStrictness(
            EnforcementMode.ENFORCE, EnforcementMode.ENFORCE, EnforcementMode.ENFORCE, EnforcementMode.ENFORCE);

    /** How seriously this check is taken. */
    public EnforcementMode modeOf(LeniencyPolicy.ProtocolCheck check) {
        return switch (check) {
            case GATE -> messages;
            case REQUEST_IDS -> ids;
            case HEADERS -> headers;
            case METHODS -> methods;
        };
    }

    /** Whether what fails this check passes all the same. */
    public boolean isTolerated(LeniencyPolicy.ProtocolCheck check) {
        return modeOf(check) != EnforcementMode.ENFORCE;
    }

    /** The name of a check in configurations and reports. */
    static String checkName(LeniencyPolicy.ProtocolCheck check) {
        return check.name().toLowerCase(Locale.ROOT);
    }
}
