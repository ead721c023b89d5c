package dev.tenon.guard.policy;

import dev.tenon.jsonrpc.Tolerance;
import java.util.Locale;

/**
 * How exact messages must be in form, before any policy is asked about what they say. Where a check warns or is off, what fails it
 * passes all the same, put right; what has no meaning, or two, passes never.
 *
 * @param gate whether a message is exactly one of JSON-RPC
 * @param ids whether an id is in flight already, and whether an answer was asked for
 * @param headers whether headers say what the body says
 * @param methods whether the revision has the method
 */
public record Exactness(Mode gate, Mode ids, Mode headers, Mode methods) {
    /** Everything is exact. */
    public static final Exactness STRICT = new Exactness(Mode.ENFORCE, Mode.ENFORCE, Mode.ENFORCE, Mode.ENFORCE);

    /** How seriously this check is taken. */
    public Mode mode(Tolerance.Check check) {
        return switch (check) {
            case GATE -> gate;
            case IDS -> ids;
            case HEADERS -> headers;
            case METHODS -> methods;
        };
    }

    /** Whether what fails this check passes all the same. */
    public boolean allows(Tolerance.Check check) {
        return mode(check) != Mode.ENFORCE;
    }

    /** The name of a check in configurations and reports. */
    static String name(Tolerance.Check check) {
        return check.name().toLowerCase(Locale.ROOT);
    }
}
