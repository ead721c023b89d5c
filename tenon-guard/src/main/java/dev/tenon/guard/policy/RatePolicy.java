package dev.tenon.guard.policy;

import dev.tenon.json.Quote;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/** How often tools may be called. Who calls too often is told how long to wait. */
public final class RatePolicy implements Policy {
    private final List<Counted> rates;

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

    @Override
    public String name() {
        return "rates";
    }

    @Override
    public boolean neverBlocks(String method) {
        return true;
    }

    @Override
    public Ruling rule(Passage passage) {
        String tool = passage.part() == Part.REQUEST ? Target.of(Subject.TOOL, passage) : null;
        if (tool == null) {
            return Ruling.PASS;
        }
        for (Counted counted : rates) {
            if (counted.rate().tools().matches(tool)) {
                Duration wait = counted.buckets().take(key(counted.rate(), tool, passage));
                if (!wait.isZero()) {
                    return tooOften(tool, counted.rate(), wait);
                }
            }
        }
        return Ruling.PASS;
    }

    private static String key(Rate rate, String tool, Passage passage) {
        String who =
                rate.each().contains(Rate.Each.PRINCIPAL) ? passage.caller().name() : "";
        String what = rate.each().contains(Rate.Each.TOOL) ? tool : "";
        return who.length() + " " + who + " " + what;
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
