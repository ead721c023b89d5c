package dev.tenon.http.embedded.internal.channel;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the connections of one server that were closed, and the HTTP/2 streams that were reset, because of a limit, by
 * the reason.
 */
public final class LimitViolationCounters {
    /** Too many connections were open. */
    public final LongAdder refusedConnections = new LongAdder();
    /** The headers of a request were too large. */
    public final LongAdder largeHeads = new LongAdder();
    /** A request did not arrive within its timeout. */
    public final LongAdder slowSenders = new LongAdder();
    /** A response was not read within its timeout. */
    public final LongAdder slowReaders = new LongAdder();
    /** HTTP/2: the client reset too many streams. */
    public final LongAdder resetFloods = new LongAdder();
}
