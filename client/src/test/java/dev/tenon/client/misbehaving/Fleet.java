package dev.tenon.client.misbehaving;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.json.Json;
import dev.tenon.model.ElicitResult;
import dev.tenon.testkit.misbehaviour.MisbehavingHttpServer;
import dev.tenon.testkit.misbehaviour.MisbehavingStdioServer;
import dev.tenon.testkit.misbehaviour.Misbehaviour;
import dev.tenon.testkit.misbehaviour.MisbehaviourCase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Hostile servers and their clients, some of which are shared by many cases. */
final class Fleet implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final Map<String, Ship> kept = new ConcurrentHashMap<>();
    private final Map<String, Lock> turns = new ConcurrentHashMap<>();

    /** Held while a case uses the shared client: what its server does next belongs to that case. */
    Lock turn(MisbehaviourCase tried) {
        return turns.computeIfAbsent(key(tried), key -> new ReentrantLock(true));
    }

    /** Returns a client whose server misbehaves as each call requests. */
    McpClient shared(MisbehaviourCase tried) {
        return kept.computeIfAbsent(key(tried), key -> new Ship(tried, null)).launch();
    }

    /** Closes the shared client and server. */
    void sink(MisbehaviourCase tried) {
        Ship ship = kept.remove(key(tried));
        if (ship != null) {
            ship.close();
        }
    }

    private static String key(MisbehaviourCase tried) {
        return tried.era() + " " + tried.http() + " " + tried.isSlow();
    }

    /** Returns a server that misbehaves in this way only. */
    static Ship build(MisbehaviourCase tried) {
        return new Ship(tried, tried.misbehaviour());
    }

    @Override
    public void close() {
        kept.values().forEach(Ship::close);
        kept.clear();
    }

    private static ClientLimits limits(boolean slow) {
        return ClientLimits.DEFAULT.toBuilder()
                .callTimeout(Duration.ofMillis(slow ? 700 : 15_000))
                .maxCallTimeout(Duration.ofMillis(slow ? 1400 : 15_000))
                .connectTimeout(Duration.ofMillis(slow ? 5000 : 15_000))
                .pages(200)
                .probeTimeout(Duration.ofMillis(slow ? 2000 : 5000))
                .reconnectDelay(Duration.ofMillis(10))
                .build();
    }

    /** A server, and a client on demand. */
    static final class Ship implements AutoCloseable {
        private final ServerTarget target;
        private final ClientLimits limits;
        private @Nullable MisbehavingHttpServer http;
        private @Nullable McpClient client;

        private Ship(MisbehaviourCase tried, @Nullable Misbehaviour always) {
            limits = limits(tried.isSlow());
            target = tried.http() ? listening(tried, always) : command(tried, always);
        }

        private ServerTarget listening(MisbehaviourCase tried, @Nullable Misbehaviour always) {
            try {
                MisbehavingHttpServer server = new MisbehavingHttpServer(tried.era(), always);
                http = server;
                return ServerTarget.http(server.uri());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static ServerTarget command(MisbehaviourCase tried, @Nullable Misbehaviour always) {
            String name = always == null ? "none" : always.name();
            return new CommandTarget(
                    MisbehavingStdioServer.command(tried.era(), name),
                    Map.of(),
                    null,
                    line -> {},
                    line -> line,
                    PATIENCE);
        }

        /** Returns the client; connecting may fail. */
        McpClient launch() {
            McpClient launched = client;
            if (launched == null) {
                launched = McpClient.builder("test", "1")
                        .limits(limits)
                        .onForm((form, asker) -> ElicitResult.accept(Json.EMPTY_OBJECT))
                        .connect(target);
                client = launched;
            }
            return launched;
        }

        @Override
        public void close() {
            if (client != null) {
                client.close();
            }
            if (http != null) {
                http.close();
            }
        }
    }
}
