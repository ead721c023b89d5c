package dev.tenon.guard.aggregate;

import dev.tenon.server.forwarder.RequestForwarder;

/**
 * A server among several behind one endpoint.
 *
 * @param name its name in the log and above its instructions
 * @param prefix what goes in front of the names of its tools and prompts; empty for nothing
 * @param forwarder leads to it; two members are the same only if this is the same object
 * @param onRemoved run once, on a thread that may block, when it is a member no longer and the last call to it has
 *     ended
 */
public record AggregateMember(String name, String prefix, RequestForwarder forwarder, Runnable onRemoved) {
    /** A member after which nothing has to be tidied up. */
    public AggregateMember(String name, String prefix, RequestForwarder relay) {
        this(name, prefix, relay, () -> {});
    }

    /** Whether this is the other with perhaps another way to tidy up. */
    boolean isSameMember(AggregateMember other) {
        return name.equals(other.name) && prefix.equals(other.prefix) && forwarder == other.forwarder;
    }
}
