package dev.tenon.bench;

import dev.tenon.bench.load.HttpLoad;
import dev.tenon.bench.load.Question;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Servers over HTTP that are called in turn, at each load, round after round. All live all the time. */
final class Race implements AutoCloseable {
    private final Effort effort;
    private final Map<Contender, ServerProcess> servers = new EnumMap<>(Contender.class);

    Race(Effort effort, List<Contender> contenders) throws IOException {
        this.effort = effort;
        // To look at some more closely.
        List<String> only = List.of(System.getProperty("bench.only", "").split(","));
        for (Contender contender : contenders) {
            boolean takesPart = only.contains("") || contender == Contender.FLOOR || only.contains(contender.name());
            if (takesPart) {
                servers.put(contender, contender.start());
            }
        }
    }

    /** Asks each contender its question. What was seen, by load and server. */
    Map<Integer, Map<Contender, Series>> run(List<Integer> loads, Function<Contender, Question> questions)
            throws IOException {
        int middle = loads.get(loads.size() / 2);
        for (Map.Entry<Contender, ServerProcess> server : servers.entrySet()) {
            warmUp(server.getValue(), questions.apply(server.getKey()), middle, effort);
        }
        Map<Integer, Map<Contender, Series>> seen = new TreeMap<>();
        for (int i = 0; i < effort.rounds(); i++) {
            for (int load : loads) {
                Map<Contender, Series> atLoad = seen.computeIfAbsent(load, any -> new EnumMap<>(Contender.class));
                for (Map.Entry<Contender, ServerProcess> server : servers.entrySet()) {
                    atLoad.computeIfAbsent(server.getKey(), any -> new Series())
                            .add(call(server.getValue(), questions.apply(server.getKey()), load, effort));
                }
            }
        }
        return seen;
    }

    /** Calls a server until it is warm. */
    static void warmUp(ServerProcess server, Question question, int connections, Effort effort) throws IOException {
        try (HttpLoad load = new HttpLoad(server.port(), question, connections)) {
            load.run(effort.warmUpTime(), effort.warmUpCalls());
        }
    }

    /** Calls a server for a round. */
    static Round call(ServerProcess server, Question question, int connections, Effort effort) throws IOException {
        try (HttpLoad load = new HttpLoad(server.port(), question, connections)) {
            return Round.of(server.usage(), () -> load.run(effort.round(), Integer.MAX_VALUE));
        }
    }

    @Override
    public void close() throws IOException {
        for (ServerProcess server : servers.values()) {
            server.close();
        }
    }
}
