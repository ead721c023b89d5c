package dev.tenon.http.embedded.internal.channel;

import java.util.concurrent.atomic.LongAdder;

/** How many connections of one server were cut off, by the reason. */
public final class ConnectionCounters {
    /** There were too many. */
    public final LongAdder refusedConnections = new LongAdder();
    /** The headers of a request were too large. */
    public final LongAdder largeHeads = new LongAdder();
    /** A request did not come in its time. */
    public final LongAdder slowSenders = new LongAdder();
    /** An answer was not read in its time. */
    public final LongAdder slowReaders = new LongAdder();
    /** HTTP/2: the client reset too many streams. */
    public final LongAdder resetFloods = new LongAdder();
}
