package dev.tenon.client.misbehaviour;

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

/** Misbehaving servers and their clients; some pairs serve many test cases. */
final class ClientServerPool implements AutoCloseable {
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofMillis(200);

    private final Map<String, ClientServerPair> pairs = new ConcurrentHashMap<>();
    private final Map<String, Lock> locks = new ConcurrentHashMap<>();

    /** Returns the lock that a case holds while it uses the shared client, so that cases run one at a time. */
    Lock lockFor(MisbehaviourCase testCase) {
        return locks.computeIfAbsent(keyOf(testCase), key -> new ReentrantLock(true));
    }

    /** Returns the shared client, whose server misbehaves as each call requests. */
    McpClient sharedClient(MisbehaviourCase testCase) {
        return pairs.computeIfAbsent(keyOf(testCase), key -> new ClientServerPair(testCase, null))
                .connect();
    }

    /** Closes the shared client and server, and forgets them. */
    void discard(MisbehaviourCase testCase) {
        ClientServerPair pair = pairs.remove(keyOf(testCase));
        if (pair != null) {
            pair.close();
        }
    }

    private static String keyOf(MisbehaviourCase testCase) {
        return testCase.era() + " " + testCase.http() + " " + testCase.isSlow();
    }

    /** Creates a server that always misbehaves as the case says, and its client. */
    static ClientServerPair createPair(MisbehaviourCase testCase) {
        return new ClientServerPair(testCase, testCase.misbehaviour());
    }

    @Override
    public void close() {
        pairs.values().forEach(ClientServerPair::close);
        pairs.clear();
    }

    private static ClientLimits createLimits(boolean slow) {
        return ClientLimits.DEFAULT.toBuilder()
                .callTimeout(Duration.ofMillis(slow ? 700 : 15_000))
                .maxCallTimeout(Duration.ofMillis(slow ? 1400 : 15_000))
                .connectTimeout(Duration.ofMillis(slow ? 5000 : 15_000))
                .pages(200)
                .probeTimeout(Duration.ofMillis(slow ? 2000 : 5000))
                .reconnectDelay(Duration.ofMillis(10))
                .build();
    }

    /** A server, and a client that connects on the first use. */
    static final class ClientServerPair implements AutoCloseable {
        private final ServerTarget target;
        private final ClientLimits limits;
        private @Nullable MisbehavingHttpServer httpServer;
        private @Nullable McpClient client;

        private ClientServerPair(MisbehaviourCase testCase, @Nullable Misbehaviour fixedMisbehaviour) {
            limits = createLimits(testCase.isSlow());
            target = testCase.http()
                    ? startHttpServer(testCase, fixedMisbehaviour)
                    : createCommandTarget(testCase, fixedMisbehaviour);
        }

        private ServerTarget startHttpServer(MisbehaviourCase testCase, @Nullable Misbehaviour fixedMisbehaviour) {
            try {
                MisbehavingHttpServer server = new MisbehavingHttpServer(testCase.era(), fixedMisbehaviour);
                httpServer = server;
                return ServerTarget.http(server.uri());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static ServerTarget createCommandTarget(
                MisbehaviourCase testCase, @Nullable Misbehaviour fixedMisbehaviour) {
            String name = fixedMisbehaviour == null ? "none" : fixedMisbehaviour.name();
            return new CommandTarget(
                    MisbehavingStdioServer.command(testCase.era(), name),
                    Map.of(),
                    null,
                    line -> {},
                    line -> line,
                    SHUTDOWN_TIMEOUT);
        }

        /** Connects the client on the first use, and returns it. */
        McpClient connect() {
            McpClient connected = client;
            if (connected == null) {
                connected = McpClient.builder("test", "1")
                        .limits(limits)
                        .onForm((form, requester) -> ElicitResult.accept(Json.EMPTY_OBJECT))
                        .connect(target);
                client = connected;
            }
            return connected;
        }

        @Override
        public void close() {
            if (client != null) {
                client.close();
            }
            if (httpServer != null) {
                httpServer.close();
            }
        }
    }
}
