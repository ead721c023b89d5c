package dev.tenon.http.embedded;

import java.util.concurrent.atomic.LongAdder;

/**
 * How many connections of one server were cut off, by the reason.
 *
 * @param refusedConnections there were too many
 * @param largeHeads the headers of a request were too large
 * @param slowSenders a request did not come in its time
 * @param slowReaders an answer was not read in its time
 * @param resetFloods HTTP/2: the client reset too many streams
 */
record ConnectionCounters(
        LongAdder refusedConnections,
        LongAdder largeHeads,
        LongAdder slowSenders,
        LongAdder slowReaders,
        LongAdder resetFloods) {
    ConnectionCounters() {
        this(new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder());
    }
}
