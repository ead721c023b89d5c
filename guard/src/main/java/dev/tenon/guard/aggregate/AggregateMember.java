package dev.tenon.guard.aggregate;

import dev.tenon.server.forwarder.RequestForwarder;

/**
 * A member of a {@link ServerAggregate}: one of several upstream servers behind one endpoint.
 *
 * @param name the name in logs and above the member's instructions
 * @param prefix the prefix of its tool and prompt names; may be empty
 * @param forwarder forwards requests to it; two members are equal only if this is the same object
 * @param onRemoved runs once, on a thread that may block, when the member was removed and its last call has ended
 */
public record AggregateMember(String name, String prefix, RequestForwarder forwarder, Runnable onRemoved) {
    /** Creates a member without an action on removal. */
    public AggregateMember(String name, String prefix, RequestForwarder forwarder) {
        this(name, prefix, forwarder, () -> {});
    }

    /** Returns whether both are the same member, ignoring {@code onRemoved}. */
    boolean isSameMember(AggregateMember other) {
        return name.equals(other.name) && prefix.equals(other.prefix) && forwarder == other.forwarder;
    }
}
