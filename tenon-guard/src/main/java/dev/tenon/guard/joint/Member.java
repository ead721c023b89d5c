package dev.tenon.guard.joint;

import dev.tenon.server.Relay;

/**
 * A server among several behind one endpoint.
 *
 * @param name its name in the log and above its instructions
 * @param prefix what goes in front of the names of its tools and prompts; empty for nothing
 * @param relay leads to it; two members are the same only if this is the same object
 * @param gone run once, on a thread that may block, when it is a member no longer and the last call to it has ended
 */
public record Member(String name, String prefix, Relay relay, Runnable gone) {
    /** A member after which nothing has to be tidied up. */
    public Member(String name, String prefix, Relay relay) {
        this(name, prefix, relay, () -> {});
    }

    /** Whether this is the other with perhaps another way to tidy up. */
    boolean isSameAs(Member other) {
        return name.equals(other.name) && prefix.equals(other.prefix) && relay == other.relay;
    }
}
