package dev.tenon.guard.policy;

import dev.tenon.guard.file.Sha256;
import dev.tenon.json.Quote;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** How often tools may be called. Who calls too often is told how long to wait. */
public final class RatePolicy implements QuickPolicy {
    private final List<Counted> rates;
    /** Held from the look at the first rate until the last is counted: a call that one rate refuses uses up no other. */
    private final ReentrantLock lock = new ReentrantLock();

    /** A policy of these rates, all of which have to hold, each with at most so many counts at a time. */
    public RatePolicy(List<Rate> rates, int mostCounts) {
        this(rates, mostCounts, System::nanoTime);
    }

    /** As the other, with a clock of one's own in nanoseconds. */
    RatePolicy(List<Rate> rates, int mostCounts, LongSupplier nanos) {
        this.rates = rates.stream()
                .map(rate -> new Counted(rate, new Buckets(rate, mostCounts, nanos)))
                .toList();
    }

    private record Counted(Rate rate, Buckets buckets) {}

    /** What a call is counted under: a digest. Tools that the server does not list share a count, as callers make up their names. */
    static String key(Rate rate, Passage call) {
        boolean perTool = rate.each().contains(Rate.Each.TOOL) && call.definition() != null;
        String who = rate.each().contains(Rate.Each.PRINCIPAL) ? call.caller().name() : "";
        return Sha256.hex(who.length() + " " + who + " " + (perTool ? "tool " + call.name() : ""));
    }

    @Override
    public String name() {
        return "rates";
    }

    @Override
    public Ruling rule(Passage passage) {
        String tool = passage.part() == Part.REQUEST ? Target.of(Subject.TOOL, passage) : null;
        if (tool == null || rates.isEmpty()) {
            return Ruling.PASS;
        }
        List<Counted> those = rates.stream()
                .filter(counted -> counted.rate().tools().matches(tool))
                .toList();
        if (those.isEmpty()) {
            return Ruling.PASS;
        }
        lock.lock();
        try {
            Counted slowest = null;
            Duration longest = Duration.ZERO;
            for (Counted counted : those) {
                Duration wait = counted.buckets().missing(key(counted.rate(), passage));
                if (wait.compareTo(longest) > 0) {
                    slowest = counted;
                    longest = wait;
                }
            }
            if (slowest != null) {
                return tooOften(tool, slowest.rate(), longest);
            }
            those.forEach(counted -> counted.buckets().take(key(counted.rate(), passage)));
            return Ruling.PASS;
        } finally {
            lock.unlock();
        }
    }

    private static Ruling tooOften(String tool, Rate rate, Duration wait) {
        Refusal.Busy busy = new Refusal.Busy("Too many calls: try again later", wait);
        return Ruling.refuse(
                Finding.of(
                        "rates",
                        "The tool " + Quote.shortened(tool) + " is called more often than " + rate.count()
                                + " times in " + rate.period().toSeconds() + " s."),
                busy);
    }
}
