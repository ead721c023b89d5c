package dev.tenon.bench;

import dev.tenon.bench.load.HttpLoad;
import dev.tenon.bench.load.Question;
import dev.tenon.bench.report.Report;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Servers over HTTP that are compared. */
final class Race implements AutoCloseable {
    private final Map<Contender, ServerProcess> servers = new EnumMap<>(Contender.class);

    /** Starts them all, but for those that are not to take part or cannot. */
    Race(List<Contender> contenders, Report report) throws IOException {
        for (Contender contender :
                contenders.stream().filter(Contender::isWanted).toList()) {
            Optional<String> missing = contender.isTypeScript() ? TypeScriptSdk.missing() : Optional.empty();
            if (missing.isPresent()) {
                report.note(contender + " is left out: " + missing.get());
            } else {
                servers.put(contender, contender.start());
            }
        }
    }

    /** Each has its question to answer over so many connections. */
    Turns<Contender> at(int connections, Function<Contender, Question> questions) {
        Turns<Contender> turns = new Turns<>();
        servers.forEach(
                (contender, server) -> turns.add(contender, turn(server, questions.apply(contender), connections)));
        return turns;
    }

    /** Calls a server over so many connections, which it opens anew each time. */
    static Turns.Turn turn(ServerProcess server, Question question, int connections) {
        return time -> {
            try (HttpLoad load = new HttpLoad(server.port(), question, connections)) {
                return Round.of(server.usage(), () -> load.run(time));
            }
        };
    }

    @Override
    public void close() throws IOException {
        for (ServerProcess server : servers.values()) {
            server.close();
        }
    }
}
