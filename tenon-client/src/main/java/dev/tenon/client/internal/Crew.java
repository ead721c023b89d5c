package dev.tenon.client.internal;

import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.jsonrpc.DeadlineTimer;
import dev.tenon.transport.HandlerThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/** What all connections of one client share, one after the other. */
final class Crew implements AutoCloseable {
    private final Host host;
    private final ExecutorService threads = HandlerThreads.create();
    private final RuntimeScheduler scheduler = new RuntimeScheduler("tenon-client-timer");
    private final DeadlineTimer timer = new DeadlineTimer(scheduler);
    private final LongAdder dropped = new LongAdder();
    private final Notices notices;
    private final ProgressNews progress;
    private final Questions questions;
    private final ResultCache cache;
    private final ToolBook tools;
    private final Watching watching = new Watching();
    private final Standstill standstill = new Standstill();
    private final BiConsumer<Connection, String> whenLost;

    /** {@code whenLost} hears of the end of each connection that ended by itself. */
    Crew(Host host, BiConsumer<Connection, String> whenLost) {
        this.host = host;
        this.notices = new Notices(
                threads, host.limits().notifications(), host.limits().json().bytes(), dropped);
        this.progress = new ProgressNews(notices);
        this.questions = new Questions(host);
        this.cache =
                new ResultCache(host.limits().cached(), host.limits().json().bytes());
        this.tools =
                new ToolBook(host.limits().listItems(), host.limits().json().bytes());
        this.whenLost = whenLost;
    }

    Host host() {
        return host;
    }

    ExecutorService threads() {
        return threads;
    }

    RuntimeScheduler scheduler() {
        return scheduler;
    }

    DeadlineTimer timer() {
        return timer;
    }

    LongAdder dropped() {
        return dropped;
    }

    Notices notices() {
        return notices;
    }

    ProgressNews progress() {
        return progress;
    }

    Questions questions() {
        return questions;
    }

    ResultCache cache() {
        return cache;
    }

    ToolBook tools() {
        return tools;
    }

    Watching watching() {
        return watching;
    }

    /** Of those who wait for a connection. */
    Standstill standstill() {
        return standstill;
    }

    void lost(Connection connection, String reason) {
        whenLost.accept(connection, reason);
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
