package dev.tenon.bench;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.load.HttpLoadGenerator;
import dev.tenon.bench.report.BenchmarkReport;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Servers over HTTP that are compared. */
final class ContenderServers implements AutoCloseable {
    private final Map<HttpContender, HttpServerProcess> servers = new EnumMap<>(HttpContender.class);

    /** Starts them all, but for those that are not to take part or cannot. */
    ContenderServers(List<HttpContender> contenders, BenchmarkReport report) throws IOException {
        for (HttpContender contender :
                contenders.stream().filter(HttpContender::isSelected).toList()) {
            Optional<String> missing = contender.isTypeScript() ? TypeScriptSdk.ensureInstalled() : Optional.empty();
            if (missing.isPresent()) {
                report.note(contender + " is left out: " + missing.get());
            } else {
                servers.put(contender, contender.start());
            }
        }
    }

    /** Each has its question to answer over so many connections. */
    RoundRobin<HttpContender> createLoads(int connections, Function<HttpContender, BenchmarkCall> questions) {
        RoundRobin<HttpContender> turns = new RoundRobin<>();
        servers.forEach((contender, server) ->
                turns.add(contender, createLoad(server, questions.apply(contender), connections)));
        return turns;
    }

    /** Calls a server over so many connections, which it opens anew each time. */
    static RoundRobin.TimedLoad createLoad(HttpServerProcess server, BenchmarkCall question, int connections) {
        return time -> {
            try (HttpLoadGenerator load = new HttpLoadGenerator(server.port(), question, connections)) {
                return RoundMeasurement.measure(server.usage(), () -> load.run(time));
            }
        };
    }

    @Override
    public void close() throws IOException {
        for (HttpServerProcess server : servers.values()) {
            server.close();
        }
    }
}
