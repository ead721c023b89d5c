package dev.tenon.client.internal;

import dev.tenon.client.ClientLimits;
import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.concurrent.handlers.HandlerThreads;
import dev.tenon.jsonrpc.DeadlineTimer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/**
 * What all connections of one client share, one after the other.
 *
 * @param dropped how much of what came meant nothing
 * @param standstill of those who wait for a connection
 * @param whenLost hears of the end of each connection that ended by itself
 */
record Crew(
        Host host,
        ExecutorService threads,
        RuntimeScheduler scheduler,
        DeadlineTimer timer,
        LongAdder dropped,
        Notices notices,
        ProgressNews progress,
        Questions questions,
        ResultCache cache,
        ToolBook tools,
        Watching watching,
        Standstill standstill,
        BiConsumer<Connection, String> whenLost)
        implements AutoCloseable {
    static Crew of(Host host, BiConsumer<Connection, String> whenLost) {
        ClientLimits limits = host.limits();
        int bytes = limits.json().bytes();
        ExecutorService threads = HandlerThreads.create();
        RuntimeScheduler scheduler = new RuntimeScheduler("tenon-client-timer");
        LongAdder dropped = new LongAdder();
        Notices notices = new Notices(threads, limits.notifications(), bytes, dropped);
        return new Crew(
                host,
                threads,
                scheduler,
                new DeadlineTimer(scheduler),
                dropped,
                notices,
                new ProgressNews(notices),
                new Questions(host),
                new ResultCache(limits.cached(), bytes),
                new ToolBook(limits.listItems(), bytes),
                new Watching(),
                new Standstill(),
                whenLost);
    }

    /** What was learned from one server process says nothing about the next. */
    void forget() {
        cache.clear();
        tools.clear();
    }

    @Override
    public void close() {
        scheduler.close();
        HandlerThreads.stop(threads);
    }
}
