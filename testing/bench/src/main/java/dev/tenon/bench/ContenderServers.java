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

/** The running HTTP servers of a comparison. */
final class ContenderServers implements AutoCloseable {
    private final Map<HttpContender, HttpServerProcess> servers = new EnumMap<>(HttpContender.class);

    /** Starts the selected servers, except those that are not available. */
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

    /** Returns a load for each server over this number of connections. */
    RoundRobin<HttpContender> createLoads(int connections, Function<HttpContender, BenchmarkCall> calls) {
        RoundRobin<HttpContender> loads = new RoundRobin<>();
        servers.forEach(
                (contender, server) -> loads.add(contender, createLoad(server, calls.apply(contender), connections)));
        return loads;
    }

    /** Returns a load over this number of connections, which are opened for each run. */
    static RoundRobin.TimedLoad createLoad(HttpServerProcess server, BenchmarkCall call, int connections) {
        return time -> {
            try (HttpLoadGenerator load = new HttpLoadGenerator(server.port(), call, connections)) {
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
