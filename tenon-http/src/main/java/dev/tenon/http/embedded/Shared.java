package dev.tenon.http.embedded;

import dev.tenon.transport.MemoryBudget;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the event loops of one server have in common.
 *
 * @param bodies the memory for bodies
 * @param channels the open connections
 * @param visits how many requests are on their way
 */
record Shared(MemoryBudget bodies, AcceptedChannels channels, AtomicInteger visits) {
    Shared(HttpBounds bounds) {
        this(new MemoryBudget(bounds.bodyBytes()), new AcceptedChannels(bounds.connections()), new AtomicInteger());
    }
}
