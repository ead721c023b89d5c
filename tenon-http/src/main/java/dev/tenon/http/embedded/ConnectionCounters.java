package dev.tenon.http.embedded;

import java.util.concurrent.atomic.LongAdder;

/** How many connections of one server were cut off, by the reason. */
final class ConnectionCounters {
    /** There were too many. */
    final LongAdder refusedConnections = new LongAdder();
    /** The headers of a request were too large. */
    final LongAdder largeHeads = new LongAdder();
    /** A request did not come in its time. */
    final LongAdder slowSenders = new LongAdder();
    /** An answer was not read in its time. */
    final LongAdder slowReaders = new LongAdder();
    /** HTTP/2: the client reset too many streams. */
    final LongAdder resetFloods = new LongAdder();
}
