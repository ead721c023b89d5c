package dev.tenon.bench;

import dev.tenon.bench.load.Calls;
import dev.tenon.bench.load.HttpLoad;
import dev.tenon.bench.load.Question;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Servers over HTTP that are called in turn, at each load, round after round. All live all the time. */
final class Race implements AutoCloseable {
    private static final double HUNDRED_THOUSAND = 1e5;

    private final Effort effort;
    private final Function<Contender, Question> questions;
    private final Map<Contender, ServerProcess> servers = new EnumMap<>(Contender.class);
    private final Map<Integer, Map<Contender, Series>> seen = new TreeMap<>();

    Race(Effort effort, List<Contender> contenders, Function<Contender, Question> questions) throws IOException {
        this.effort = effort;
        this.questions = questions;
        // To look at some more closely.
        List<String> only = List.of(System.getProperty("bench.only", "").split(","));
        for (Contender contender : contenders) {
            boolean takesPart = only.contains("") || contender == Contender.FLOOR || only.contains(contender.name());
            if (takesPart) {
                servers.put(contender, contender.start());
            }
        }
    }

    /** What was seen, by load and server. */
    Map<Integer, Map<Contender, Series>> run(List<Integer> loads) throws IOException {
        int middle = loads.get(loads.size() / 2);
        for (Contender contender : servers.keySet()) {
            warmUp(contender, middle);
        }
        for (int i = 0; i < effort.rounds(); i++) {
            for (int load : loads) {
                for (Contender contender : servers.keySet()) {
                    series(load, contender).add(call(contender, load, effort.round()));
                }
            }
        }
        return seen;
    }

    private void warmUp(Contender contender, int connections) throws IOException {
        try (HttpLoad load = new HttpLoad(servers.get(contender).port(), questions.apply(contender), connections)) {
            load.run(effort.warmUpTime(), effort.warmUpCalls());
        }
    }

    private Series series(int load, Contender contender) {
        return seen.computeIfAbsent(load, any -> new EnumMap<>(Contender.class))
                .computeIfAbsent(contender, any -> new Series());
    }

    private Round call(Contender contender, int connections, Duration time) throws IOException {
        ServerProcess server = servers.get(contender);
        try (HttpLoad load = new HttpLoad(server.port(), questions.apply(contender), connections)) {
            Duration before = server.processorTime();
            long begin = System.nanoTime();
            Calls calls = load.run(time, Integer.MAX_VALUE);
            double seconds = (System.nanoTime() - begin) / 1e9;
            double processor = server.processorTime().minus(before).toNanos() / 1e9;
            return new Round(
                    calls.count() / seconds,
                    calls.percentile(0.5),
                    calls.percentile(0.99),
                    processor / calls.count() * HUNDRED_THOUSAND,
                    server.residentBytes());
        }
    }

    @Override
    public void close() throws IOException {
        for (ServerProcess server : servers.values()) {
            server.close();
        }
    }
}
