package dev.tenon.conformance;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.Guard;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Revision;
import dev.tenon.testkit.HttpTestConnection;
import dev.tenon.testkit.LazyTestConnection;
import dev.tenon.testkit.StdioTestConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

/** Connections to guards whose upstream servers are of other projects; each connection has its own guard. */
final class GuardedConnections implements AutoCloseable {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final List<AutoCloseable> running = new ArrayList<>();
    private final List<LazyTestConnection> connections = new ArrayList<>();
    private final Path errors;

    GuardedConnections() throws IOException {
        errors = Files.createTempFile("guarded", ".stderr");
    }

    /**
     * Adds connections to a server that each guard starts itself; the command contains a marker that identifies the
     * process.
     */
    GuardedConnections addStarted(Function<String, List<String>> command, List<Revision> http, List<Revision> stdio) {
        for (Revision revision : http) {
            String mark = nextMarker();
            ServerTarget target = ServerTarget.command(command.apply(mark).toArray(String[]::new));
            connections.add(new LazyTestConnection(mark + " http to stdio", revision, at -> http(target, at)));
        }
        for (Revision revision : stdio) {
            String mark = nextMarker();
            connections.add(
                    new LazyTestConnection(mark + " stdio to stdio", revision, at -> stdio(command.apply(mark), at)));
        }
        return this;
    }

    /** Adds connections to a running HTTP server. */
    GuardedConnections addListening(String mark, URI uri, List<Revision> http, List<Revision> stdio) {
        ServerTarget target = ServerTarget.http(uri);
        List<String> address = List.of(uri.toString());
        http.forEach(
                at -> connections.add(new LazyTestConnection(mark + " http to http", at, seen -> http(target, seen))));
        stdio.forEach(at ->
                connections.add(new LazyTestConnection(mark + " stdio to http", at, seen -> stdio(address, seen))));
        return this;
    }

    /** Returns a marker for the command line of a server. */
    static String nextMarker() {
        return "connection-" + COUNT.incrementAndGet() + ".";
    }

    private HttpTestConnection http(ServerTarget target, Revision revision) {
        Guard guard = GuardProgram.guard(target);
        TenonHttpServer http = TenonHttpServer.builder(guard.server()).port(0).start();
        running.add(http);
        running.add(() -> guard.close(Duration.ZERO));
        return new HttpTestConnection("guarded http", http.uri(), revision);
    }

    private StdioTestConnection stdio(List<String> arguments, Revision revision) {
        try {
            return new StdioTestConnection(GuardProgram.start(errors, arguments), revision, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all connections. */
    Stream<LazyTestConnection> connections() {
        return connections.stream();
    }

    /** Closes this resource, too. */
    void closeWith(AutoCloseable server) {
        running.add(server);
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable one : running) {
            one.close();
        }
    }
}
